/* The parts of a house: fetched packed, whoever hands them out, and kept unpacked by the browser where it keeps
   anything, so that they are unpacked once and not for every worker and every visit. */

import { unpacked } from './lzma'

interface Part {
  packed: number
  size: number
  digest: string
}

/** Each as the browser hands it out: whoever needs the bytes of one asks for them, and nobody holds all of them. */
export type Parts = Map<string, Response>

const SUFFIX = '.lzma'
const FAMILY = 'ludotheque-unpacked '

/** Where unpacked parts of the house in a folder are kept; nowhere, if the browser keeps nothing for this page. */
async function kept(folder: URL): Promise<Cache | null> {
  try {
    return await caches.open(`${FAMILY}${folder.pathname}`)
  } catch {
    return null
  }
}

/** What Pyodide fetches itself has to be called by its kind. */
const kindOf = (name: string) => (name.endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream')

/** An address that is another one for other content. */
function address(folder: URL, name: string, { digest }: Part): string {
  const url = new URL(name, folder)
  url.search = digest
  return url.href
}

async function fetchPacked(url: URL, size: number, progress: (bytes: number) => void): Promise<Uint8Array> {
  const answer = await fetch(url)
  if (!answer.ok || !answer.body) throw new Error(`${answer.status} ${url.pathname}`)
  const found = new Uint8Array(size)
  let done = 0
  for (const reader = answer.body.getReader(); ;) {
    const { done: over, value } = await reader.read()
    if (over) break
    if (done + value.length > size) throw new Error(`${url.pathname} is longer than it should be`)
    found.set(value, done)
    done += value.length
    progress(value.length)
  }
  if (done < size) throw new Error(`${url.pathname} broke off`)
  return found
}

/** What names the content of some parts. */
export async function contentOf(folder: URL, names: string[]): Promise<string> {
  const told = (await (await fetch(new URL('files.json', folder))).json()) as Record<string, Part>
  return names.map((name) => told[name]?.digest ?? '').join('-')
}

/** Every part by its name; `progress` is told how many bytes have come, of how many. */
export async function parts(folder: URL, progress: (done: number, total: number) => void): Promise<Parts> {
  const told = (await (await fetch(new URL('files.json', folder))).json()) as Record<string, Part>
  const cache = await kept(folder)
  const total = Object.values(told).reduce((sum, { packed }) => sum + packed, 0)
  let done = 0
  const come = (bytes: number) => progress((done += bytes), total)
  const one = async ([name, part]: [string, Part]): Promise<[string, Response]> => {
    const place = address(folder, name, part)
    const known = await cache?.match(place)
    if (known) return [name, known]
    const data = unpacked(await fetchPacked(new URL(name + SUFFIX, folder), part.packed, come), part.size)
    const whole = () => new Response(data, { headers: { 'content-type': kindOf(name) } })
    /* Where there is no room for it, it is unpacked again the next time. */
    await cache?.put(place, whole()).catch(() => undefined)
    return [name, (await cache?.match(place)) ?? whole()]
  }
  const found = new Map(await Promise.all(Object.entries(told).map(one)))
  const wanted = new Set(Object.entries(told).map(([name, part]) => address(folder, name, part)))
  for (const old of (await cache?.keys()) ?? []) if (!wanted.has(old.url)) void cache?.delete(old)
  return found
}
