"""HTTP: one file of routes per noun, and the bodies they take and give."""
