/* Python as a page has it, in Node: lays out what a pocket house is made of, and answers questions, a line each. */

import { readFileSync, readdirSync } from 'node:fs'
import { createInterface } from 'node:readline'

/* Node would show the line of the runtime that threw, which is a megabyte long. */
process.on('uncaughtException', (error) => {
  console.log(JSON.stringify({ error: String(error?.message ?? error).slice(-3000) }))
  process.exit(1)
})
const folder = process.argv[2]
const bytes = (name) => new Uint8Array(readFileSync(`${folder}/${name}`))
const { loadPyodide } = await import(`${folder}/pyodide.mjs`)
const python = await loadPyodide({ indexURL: `${folder}/` })
const site = python.runPython('import site; site.getsitepackages()[0]')
for (const name of readdirSync(folder)) {
  if (name.endsWith('.house.zip')) python.unpackArchive(bytes(name), 'zip', { extractDir: site })
  else if (/^kernels\.|\.py$/.test(name)) python.FS.writeFile(`/${name}`, bytes(name))
}
python.runPython(readFileSync(`${folder}/begin.py`, 'utf8'))
const answer = python.globals.get('answer')
console.log(JSON.stringify({ ready: true }))
for await (const line of createInterface({ input: process.stdin })) console.log(answer(line))
process.exit(0)
