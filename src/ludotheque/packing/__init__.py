"""What makes a pocket house: kernels for WebAssembly, a slim Python, the pages, all in one folder."""
