/* Writes beside the build a hash of the sources it was made from, so that a stale build is noticed. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const web = join(dirname(fileURLToPath(import.meta.url)), '..')

function* files(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* files(path)
    else yield path
  }
}

/** What the pages are made from: the sources, what is copied as it is, and the exact versions of the tools. */
export function sourceHash() {
  const found = ['src', 'public'].flatMap((folder) => [...files(join(web, folder))])
  const all = [
    ...found,
    ...['index.html', 'package-lock.json', 'vite.config.ts', 'svelte.config.js'].map((name) => join(web, name)),
  ]
  const hash = createHash('sha256')
  for (const path of all.map((path) => relative(web, path).split(sep).join('/')).sort()) {
    hash.update(`${path}\0`)
    hash.update(readFileSync(join(web, path)))
    hash.update('\0')
  }
  return hash.digest('hex')
}

const seal = join(web, '../src/ludotheque/server/pages/sources.sha256')
if (process.argv.includes('--check')) {
  let sealed = ''
  try {
    sealed = readFileSync(seal, 'utf8').trim()
  } catch {
    /* never built */
  }
  const fresh = sealed === sourceHash()
  if (!fresh) console.error('The pages are not built from the sources as they are now: run `npm run build` in web/.')
  process.exitCode = fresh ? 0 : 1
} else {
  writeFileSync(seal, `${sourceHash()}\n`)
}
