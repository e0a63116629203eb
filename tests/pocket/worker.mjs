/* Python as a page has it, in a worker of a browser: the same as run.mjs, asked by messages. */

const folder = new URL('.', import.meta.url).href
const get = async (name) => new Uint8Array(await (await fetch(folder + name)).arrayBuffer())
const names = await (await fetch(`${folder}names.json`)).json()
const { loadPyodide } = await import(`${folder}pyodide.mjs`)
const python = await loadPyodide({ indexURL: folder })
const site = python.runPython('import site; site.getsitepackages()[0]')
for (const name of names) {
  if (name.endsWith('.house.zip')) python.unpackArchive(await get(name), 'zip', { extractDir: site })
  else if (/^kernels\.|\.py$/.test(name)) python.FS.writeFile(`/${name}`, await get(name))
}
python.runPython(new TextDecoder().decode(await get('begin.py')))
const answer = python.globals.get('answer')
onmessage = ({ data }) => postMessage(answer(data))
postMessage('ready')
