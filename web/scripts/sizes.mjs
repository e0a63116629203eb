/* Compressed sizes of the build: the first load (what the shelf needs) and each board beside it. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const pages = join(dirname(fileURLToPath(import.meta.url)), '../../src/ludotheque/server/pages')
const manifest = JSON.parse(readFileSync(join(pages, '.vite/manifest.json'), 'utf8'))
const size = (file) => gzipSync(readFileSync(join(pages, file)), { level: 9 }).length

function chunks(key, found = new Set()) {
  if (found.has(key)) return found
  found.add(key)
  for (const inner of manifest[key]?.imports ?? []) chunks(inner, found)
  return found
}
const first = chunks('index.html')
const texts = Object.keys(manifest).filter((key) => key.endsWith('texts/fr.json'))
for (const key of texts) chunks(key, first)
const sum = (keys) => [...keys].reduce((total, key) => total + size(manifest[key].file), 0)
const kilo = (bytes) => `${(bytes / 1000).toFixed(1)} kB`
console.log(`first load (shelf, French), JavaScript gzip: ${kilo(sum(first))} (at most 70 kB)`)
const table = new Set([...chunks('src/pages/Table.svelte')].filter((key) => !first.has(key)))
console.log(`a table adds: ${kilo(sum(table))}`)
let tooBig = sum(first) > 70000
for (const game of readdirSync(join(pages, '../../../../web/src/boards'), { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
  const key = `src/boards/${game.name}/index.ts`
  const own = new Set([...chunks(key)].filter((inner) => !first.has(inner) && !table.has(inner)))
  console.log(`board ${game.name}: ${kilo(sum(own))} (at most 30 kB)`)
  tooBig ||= sum(own) > 30000
}
process.exitCode = tooBig ? 1 : 0
