/* The worker that holds the house: Python, the shelf, and a second worker in which bots think. */

import type { PyProxy } from 'pyodide/ffi'
import type { Letter, News, Reply } from './messages'
import { python } from './python'
import { Shelf } from './shelf'

interface Page {
  hear(text: string): void
  leave(): void
}

interface House extends PyProxy {
  ask(method: string, path: string, body: string): Promise<[number, string]>
  sit(table: string, send: (text: string) => void, closed: () => void): Page
}

const tell = (news: News) => postMessage(news)
const lines = new Map<string, Page>()

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
      reject(event)
      for (const one of waiting.splice(0)) one.reject(event)
    }
    worker.onmessage = (event: MessageEvent<Uint8Array | 'ready'>) => {
      if (event.data === 'ready') resolve(port)
      else waiting.shift()?.resolve(event.data)
    }
  })
}

/** The next one to think: there before it is asked for, since it has to fetch and unpack the same house. */
let next: ReturnType<typeof thinker> | null = null

function hire(): ReturnType<typeof thinker> {
  const hired = next ?? thinker()
  next = null
  return hired
}

async function open(): Promise<House> {
  const [loaded, shelf] = await Promise.all([
    python((done, total) => tell({ kind: 'coming', done, total })),
    Shelf.open(self.name),
  ])
  const begin = loaded.pyimport('ludotheque.pocket.page').open_house as (around: unknown) => Promise<House>
  const house = await begin({
    read: () => shelf.read(),
    write: (put: string, drop: string) => shelf.write(put, drop),
    hire,
  })
  tell({ kind: 'open' })
  next = thinker()
  next.catch(() => (next = null))
  return house
}

const opened = open()
opened.catch((error: unknown) => tell({ kind: 'broken', why: String(error).slice(-300) }))

async function answer({ from, request }: Letter): Promise<void> {
  const house = await opened
  const reply = (reply: Reply) => tell({ kind: 'reply', to: from, reply })
  if (request.kind === 'ask') {
    const [status, text] = await house.ask(request.method, request.path, request.body)
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

/* One after the other, as far as asking goes: what was said first is heard first. */
onmessage = (event: MessageEvent<Letter>) => void answer(event.data)
