/* The worker that holds the house: Python, the shelf, and a second worker in which bots think. */

import type { PyProxy } from 'pyodide/ffi'
import { lifeline, type Letter, type News, type Reply } from './messages'
import { isShort, python } from './python'
import { FULL, Shelf, TAKEN } from './shelf'

interface Page {
  hear(text: string): void
  leave(): void
}

interface House extends PyProxy {
  ask(method: string, path: string, body: string): Promise<[number, string]>
  expect(): void
  sit(table: string, send: (text: string) => void, closed: () => void): Page
}

/** What is answered when the house itself has no answer. */
const BROKEN: [number, string] = [500, '{"code":"broken"}']

const tell = (news: News) => postMessage(news)
const lines = new Map<string, Page>()

/** An error as Python can raise it: whoever waits there for anything else that was thrown waits for ever. */
const error = (message: string, name = 'Error') => Object.assign(new Error(message), { name })

/** A worker in which bots think, as the house asks it. */
function thinker(): Promise<{ ask: (data: PyProxy) => Promise<Uint8Array>; end: () => void }> {
  const worker = new Worker(new URL('./thinker.worker.ts', import.meta.url), { type: 'module' })
  const waiting: { resolve: (data: Uint8Array) => void; reject: (why: unknown) => void }[] = []
  const port = {
    ask: (data: PyProxy) =>
      new Promise<Uint8Array>((resolve, reject) => {
        waiting.push({ resolve, reject })
        worker.postMessage(data.toJs())
      }),
    end: () => worker.terminate(),
  }
  return new Promise((resolve, reject) => {
    worker.onerror = (event) => {
      const why = error(event.message)
      reject(why)
      for (const one of waiting.splice(0)) one.reject(why)
    }
    worker.onmessage = (event: MessageEvent<Uint8Array | 'ready'>) => {
      if (event.data === 'ready') resolve(port)
      else waiting.shift()?.resolve(event.data)
    }
  })
}

/** Write to the shelf; pages hear when it is full, when there is room again, and when another house has it. */
let room = true
async function write(shelf: Shelf, put: string, drop: string): Promise<void> {
  try {
    await shelf.write(put, drop)
    if (!room) tell({ kind: 'room', left: (room = true) })
  } catch (thrown) {
    const { name, message } = (thrown ?? {}) as Partial<DOMException>
    if (name === FULL) tell({ kind: 'room', left: (room = false) })
    else if (name === TAKEN) tell({ kind: 'taken' })
    throw error(message ?? '', name)
  }
}

async function open(): Promise<House> {
  const [short, loaded, shelf] = await Promise.all([
    isShort(),
    python((done, total) => tell({ kind: 'coming', done, total })),
    Shelf.open(self.name),
  ])
  const begin = loaded.pyimport('ludotheque.pocket.page').open_house as (around: unknown) => Promise<House>
  const house = await begin({
    read: () => shelf.read(),
    write: (put: string, drop: string) => write(shelf, put, drop),
    hire: thinker,
  })
  tell({ kind: 'open' })
  /* At a first visit one comes to think at once: it keeps what later starts take up from. */
  if (!short) house.expect()
  return house
}

void navigator.locks?.request(lifeline(self.name), () => {
  tell({ kind: 'alive' })
  return new Promise(() => undefined)
})
const opened = open()
opened.catch((error: unknown) => tell({ kind: 'broken', why: String(error).slice(-300) }))

async function answer({ from, request }: Letter): Promise<void> {
  const house = await opened
  const reply = (reply: Reply) => tell({ kind: 'reply', to: from, reply })
  if (request.kind === 'ask') {
    const [status, text] = await house.ask(request.method, request.path, request.body).catch(() => BROKEN)
    reply({ kind: 'answer', id: request.id, status, text })
    return
  }
  const { line } = request
  const name = `${from}/${line}`
  if (request.kind === 'sit') {
    const told = (text: string) => reply({ kind: 'told', line, text })
    const closed = () => {
      lines.delete(name)
      reply({ kind: 'closed', line })
    }
    lines.set(name, house.sit(request.table, told, closed))
  } else if (request.kind === 'say') lines.get(name)?.hear(request.text)
  else lines.get(name)?.leave()
}

/* One after the other, as far as asking goes: what was said first is heard first. Why a house that could not be opened
   does not answer has been told. */
onmessage = (event: MessageEvent<Letter>) => void answer(event.data).catch(() => undefined)
