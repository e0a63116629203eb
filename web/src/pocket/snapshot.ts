/* Python as it is when it has just begun, kept by the browser: later starts take up from there instead of beginning
   anew, which is most of what a start costs. The options for it are private to Pyodide, whose version is pinned. */

const FAMILY = 'ludotheque-begun '

/** What the house and msgspec import of Python itself, and what unpacks them. */
export const BEGIN = `
import array, asyncio, collections, contextlib, contextvars, ctypes, dataclasses, datetime, decimal, enum, functools
import hashlib, hmac, importlib.metadata, inspect, json, logging, numbers, pathlib, platform, random, re, secrets
import shutil, site, typing, unicodedata, urllib.parse, uuid, zipfile
`
/** Whoever takes up from there draws other numbers than the last one did. */
export const AGAIN = 'import random; random.seed()'

async function shelf(folder: URL): Promise<Cache | null> {
  try {
    return await caches.open(`${FAMILY}${folder.pathname}`)
  } catch {
    return null // where the browser keeps nothing, every start is the first
  }
}

const address = (folder: URL, of: string) => new URL(`begun?${of}`, folder).href

/** What was kept of these parts (`of` names their content), or nothing. */
export async function begun(folder: URL, of: string): Promise<Response | undefined> {
  return (await shelf(folder))?.match(address(folder, of))
}

/** Keep it, and nothing older. Where there is no room, the next start is slow, too. */
export async function keep(folder: URL, of: string, memory: Uint8Array<ArrayBuffer>): Promise<void> {
  const cache = await shelf(folder)
  await forget(folder)
  await cache?.put(address(folder, of), new Response(memory)).catch(() => undefined)
}

export async function forget(folder: URL): Promise<void> {
  const cache = await shelf(folder)
  for (const old of (await cache?.keys()) ?? []) await cache?.delete(old)
}
