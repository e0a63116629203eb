/* Python in a worker: fetched with what the house needs, unpacked, ready to run. */

import type { loadPyodide, PyodideInterface } from 'pyodide'
import { contentOf, type Parts, parts } from './parts'
import { AGAIN, BEGIN, begun, forget, keep } from './snapshot'

/** Where the runtime lies beside the pages. */
const FOLDER = new URL(/* @vite-ignore */ '../pocket/', import.meta.url)
const WASM = 'pyodide.asm.wasm'
const LIBRARY = 'python_stdlib.zip'

/** Pyodide fetches its parts by their names: it gets those that were unpacked. */
function handOut(files: Parts): void {
  const fetching = self.fetch.bind(self)
  self.fetch = (asked, how) => {
    const url = asked instanceof Request ? asked.url : String(asked)
    const name = [WASM, LIBRARY].find((name) => url === new URL(name, FOLDER).href)
    const part = name && files.get(name)
    if (!part) return fetching(asked, how)
    files.delete(name)
    return Promise.resolve(part)
  }
}

/** For later starts; whatever comes of it, this one goes on. */
function keepIt(loaded: PyodideInterface, content: string): void {
  try {
    loaded.runPython(BEGIN)
    void keep(FOLDER, content, loaded.makeMemorySnapshot() as Uint8Array<ArrayBuffer>)
  } catch (error) {
    console.warn('later starts will be slow, too', error)
  }
}

/** Pyodide would hold what it took up from as long as it runs: as much memory again as it has itself. */
function letGo(loaded: PyodideInterface): void {
  const { config } = (loaded as unknown as { _api: { config: { _loadSnapshot?: unknown } } })._api
  delete config._loadSnapshot
}

/** Python, from where it was kept if it was; otherwise from the beginning, and whoever `keeps` keeps it. */
async function begin(files: Parts, keeps: boolean): Promise<PyodideInterface> {
  handOut(files)
  const runtime = (await import(/* @vite-ignore */ new URL('pyodide.mjs', FOLDER).href)) as {
    loadPyodide: typeof loadPyodide
  }
  const content = await contentOf(FOLDER, [WASM, LIBRARY])
  const kept = await begun(FOLDER, content)
  if (kept) {
    try {
      const memory = new Uint8Array(await kept.arrayBuffer())
      const loaded = await runtime.loadPyodide({ indexURL: FOLDER.href, _loadSnapshot: memory })
      letGo(loaded)
      loaded.runPython(AGAIN)
      return loaded
    } catch {
      await forget(FOLDER)
      handOut(await parts(FOLDER, () => undefined))
    }
  }
  const loaded = await runtime.loadPyodide({ indexURL: FOLDER.href, _makeSnapshot: keeps })
  if (keeps) keepIt(loaded, content)
  return loaded
}

/** Whether a start is a short one, for everything is on this device. */
export async function isShort(): Promise<boolean> {
  return (await begun(FOLDER, await contentOf(FOLDER, [WASM, LIBRARY]))) !== undefined
}

/**
 * Python with the house's package in it; `progress` is told how many bytes have come, of how many. One of several
 * workers `keeps` what later starts take up from.
 */
export async function python(
  progress: (done: number, total: number) => void,
  keeps = false,
): Promise<PyodideInterface> {
  const files = await parts(FOLDER, progress)
  const loaded = await begin(files, keeps)
  const site = loaded.runPython('import site; site.getsitepackages()[0]') as string
  for (const [name, part] of files) {
    const data = new Uint8Array(await part.arrayBuffer())
    if (name.endsWith('.house.zip')) loaded.unpackArchive(data, 'zip', { extractDir: site })
    else if (name.startsWith('kernels.')) loaded.FS.writeFile(`/${name}`, data)
  }
  loaded.runPython(`
import ctypes
from pathlib import Path
from ludotheque.pocket.carrier import Library, read_index
from ludotheque.pocket.lean import say_what_is_missing
from ludotheque.rules.kernel import carry_by
say_what_is_missing()
carry_by(Library(ctypes.CDLL("/kernels.so"), read_index(Path("/kernels.json").read_bytes())))
`)
  return loaded
}
