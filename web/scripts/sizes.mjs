/* Compressed sizes of the build: the first load (what the shelf needs) and each board beside it. `--json` for
   programs. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const FIRST_LOAD = 50000
const BOARD = 18000

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
for (const key of Object.keys(manifest).filter((one) => one.endsWith('texts/fr.json'))) chunks(key, first)
const sum = (keys) => [...keys].reduce((total, key) => total + size(manifest[key].file), 0)
const table = new Set([...chunks('src/pages/Table.svelte')].filter((key) => !first.has(key)))
const boards = {}
for (const game of readdirSync(join(pages, '../../../../web/src/boards'), { withFileTypes: true }).filter((entry) =>
  entry.isDirectory(),
)) {
  const own = new Set(
    [...chunks(`src/boards/${game.name}/index.ts`)].filter((inner) => !first.has(inner) && !table.has(inner)),
  )
  boards[game.name] = sum(own)
}
const found = { first: sum(first), table: sum(table), boards }

if (process.argv.includes('--json')) console.log(JSON.stringify(found))
else {
  const kilo = (bytes) => `${(bytes / 1000).toFixed(1)} kB`
  console.log(`first load (shelf, French), JavaScript gzip: ${kilo(found.first)} (at most ${kilo(FIRST_LOAD)})`)
  console.log(`a table adds: ${kilo(found.table)}`)
  for (const [game, bytes] of Object.entries(boards))
    console.log(`board ${game}: ${kilo(bytes)} (at most ${kilo(BOARD)})`)
}
process.exitCode = found.first > FIRST_LOAD || Object.values(boards).some((bytes) => bytes > BOARD) ? 1 : 0
