/* Python as a page has it, in Node: unpacks what it is given, runs a script, and prints what comes of it. */

import { readFileSync } from 'node:fs'

/* Node would show the line of the runtime that threw, which is a megabyte long. */
process.on('uncaughtException', (error) => {
  console.log(String(error?.message ?? error).slice(-3000))
  process.exit(1)
})
const bytes = (path) => new Uint8Array(readFileSync(path))
const given = JSON.parse(readFileSync(0, 'utf8'))
const { loadPyodide } = await import(`${given.pyodide}/pyodide.mjs`)
const python = await loadPyodide({ indexURL: `${given.pyodide}/` })
const site = python.runPython('import site; site.getsitepackages()[0]')
for (const [path, format] of given.archives) python.unpackArchive(bytes(path), format, { extractDir: site })
for (const [path, name] of given.files) python.FS.writeFile(name, bytes(path))
console.log(await python.runPythonAsync(given.script))
process.exit(0)
