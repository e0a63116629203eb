import { fileURLToPath } from 'node:url'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig, type Plugin } from 'vite'

const POCKET = fileURLToPath(new URL('src/pocket/reach.ts', import.meta.url))

/** A pocket house is asked by messages: nothing of it is fetched ahead. */
const nothingAhead: Plugin = {
  name: 'nothing-ahead',
  transformIndexHtml: (html) => html.replace(/\s*<link rel="preload" as="fetch"[^>]*>/g, ''),
}

/** The places of a pocket house stand behind the `#`: its links lead there in another tab, too. */
const inPocket: Plugin = {
  name: 'in-pocket',
  enforce: 'pre',
  transform: (code, id) => (id.endsWith('.svelte') ? code.replaceAll('href="/', 'href="#/') : null),
}

/* The build becomes part of the Python package: the server hands out src/ludotheque/server/pages/. With `--mode
   pocket` the same pages, for a house that they hold themselves and that any folder can hold. */
export default defineConfig(({ mode }) => ({
  base: mode === 'pocket' ? './' : '/',
  plugins: [...(mode === 'pocket' ? [inPocket, nothingAhead] : []), svelte()],
  resolve: { alias: mode === 'pocket' ? [{ find: /^\.{1,2}\/(\.\.\/)*reach$/, replacement: POCKET }] : [] },
  worker: { format: 'es' },
  build: {
    outDir: mode === 'pocket' ? '../src/ludotheque/packing/pages' : '../src/ludotheque/server/pages',
    emptyOutDir: true,
    assetsDir: 'assets',
    manifest: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8000', ws: true } } },
}))
