/* Python in a worker: fetched with what the house needs, unpacked, ready to run. */

import type { loadPyodide, PyodideInterface } from 'pyodide'

/** Where the runtime lies beside the pages, and what of it is fetched: name and size of every file. */
const FOLDER = new URL(/* @vite-ignore */ '../pocket/', import.meta.url)

async function fetchAll(names: string[], progress: (bytes: number) => void): Promise<Map<string, Uint8Array>> {
  const found = new Map<string, Uint8Array>()
  await Promise.all(
    names.map(async (name) => {
      const answer = await fetch(new URL(name, FOLDER))
      if (!answer.ok || !answer.body) throw new Error(`${answer.status} ${name}`)
      const parts: Uint8Array<ArrayBuffer>[] = []
      for (const reader = answer.body.getReader(); ;) {
        const { done, value } = await reader.read()
        if (done) break
        parts.push(value)
        progress(value.length)
      }
      found.set(name, new Uint8Array(await new Blob(parts).arrayBuffer()))
    }),
  )
  return found
}

/** Python with the house's package in it; `progress` is told how many bytes have come, of how many. */
export async function python(progress: (done: number, total: number) => void): Promise<PyodideInterface> {
  const sizes = (await (await fetch(new URL('files.json', FOLDER))).json()) as Record<string, number>
  const total = Object.values(sizes).reduce((sum, size) => sum + size, 0)
  let done = 0
  const files = await fetchAll(Object.keys(sizes), (bytes) => progress((done += bytes), total))
  const runtime = (await import(/* @vite-ignore */ new URL('pyodide.mjs', FOLDER).href)) as {
    loadPyodide: typeof loadPyodide
  }
  const loaded = await runtime.loadPyodide({ indexURL: FOLDER.href })
  const site = loaded.runPython('import site; site.getsitepackages()[0]') as string
  for (const [name, data] of files) {
    if (name.endsWith('.house.zip')) loaded.unpackArchive(data, 'zip', { extractDir: site })
    else if (name.startsWith('kernels.')) loaded.FS.writeFile(`/${name}`, data)
  }
  loaded.runPython(`
import ctypes
from pathlib import Path
from ludotheque.pocket.carrier import Library, read_index
from ludotheque.rules.kernel import carry_by
carry_by(Library(ctypes.CDLL("/kernels.so"), read_index(Path("/kernels.json").read_bytes())))
`)
  return loaded
}
