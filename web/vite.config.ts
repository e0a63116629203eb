import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'

/* The build becomes part of the Python package: the server hands out src/ludotheque/server/pages/. */
export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: '../src/ludotheque/server/pages',
    emptyOutDir: true,
    assetsDir: 'assets',
    manifest: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8000', ws: true } } },
})
