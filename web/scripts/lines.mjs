/* No line of the sources is longer than 120 characters, what the formatter leaves alone included. Data may be: drawings
   in .svg files, path data and pictures inside a quotation, and sentences of the catalogues. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const LONGEST = 120
const web = join(dirname(fileURLToPath(import.meta.url)), '..')
const named = readdirSync(web).flatMap((name) =>
  ['src', 'public', 'scripts', 'tests'].includes(name)
    ? readdirSync(join(web, name), { recursive: true }).map((inner) => join(name, inner))
    : name,
)
const sources = named.filter((name) => /\.(ts|svelte|css|json|js|mjs|html|webmanifest)$/.test(name))

/** The line without its data: path data ('M12 3v3…'), a picture in a url(), and in a catalogue every string. */
const withoutData = (name, line) =>
  line
    .replace(/(["'])[Mm] ?[-\d.][^"']*\1/g, '')
    .replace(/url\("data:[^"]*"\)/g, '')
    .replace(name.endsWith('.json') ? /"(\\.|[^"\\])*"/g : /$^/, '')

let long = 0
for (const name of sources.filter((one) => one !== 'package-lock.json')) {
  for (const [index, line] of readFileSync(join(web, name), 'utf8').split('\n').entries()) {
    if ([...withoutData(name, line)].length <= LONGEST) continue
    console.error(`web/${name}:${index + 1}: ${[...line].length} characters, at most ${LONGEST}`)
    long += 1
  }
}
process.exitCode = long ? 1 : 0
