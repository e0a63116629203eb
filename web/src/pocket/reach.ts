/* The way to a house in this browser. One worker holds it for all pages of this folder: the page that has the lock
   keeps the worker, the others reach it through that page, and when it closes the next one opens the house from the
   shelf. */

import type { Reach, Wire } from '../reach'
import { lifeline, type Letter, type News, type Reply, type Request } from './messages'
import { notice } from './notice'
import { coming, opened } from './opening'

/** What belongs to this folder and to no other of the same origin. */
const NAME = () => `ludotheque ${new URL('.', document.baseURI).pathname}`
/** Without locks: who does not hear of a house within so many milliseconds opens one. */
const LISTEN = 400
/** A house that goes so often before it has opened is not opened again. */
const TRIES = 3

type Call =
  | { kind: 'letter'; letter: Letter }
  | { kind: 'reply'; to: string; reply: Reply }
  | { kind: 'anybody' }
  | { kind: 'house' }
  | { kind: 'room'; left: boolean }

class Post {
  private readonly me = crypto.getRandomValues(new Uint32Array(2)).join('-')
  private readonly channel = new BroadcastChannel(NAME())
  private worker: Worker | null = null
  private known = false
  private tries = 0
  private readonly waiting = new Map<number, { request: Request; answer: (reply: Reply | null) => void }>()
  private readonly lines = new Map<number, (reply: Reply) => void>()
  private count = 0

  constructor() {
    this.channel.onmessage = (event) => this.hear(event.data as Call)
    if (navigator.locks) void navigator.locks.request(NAME(), () => this.hold())
    else this.listen()
    this.channel.postMessage({ kind: 'anybody' } satisfies Call)
    addEventListener('pagehide', () => this.lines.forEach((_, line) => this.send({ kind: 'leave', line })))
  }

  /** Ask, and get an answer; null when the house went away before it answered. */
  ask(method: string, path: string, body: string): Promise<Reply | null> {
    const id = ++this.count
    return new Promise((answer) => {
      const request: Request = { kind: 'ask', id, method, path, body }
      this.waiting.set(id, { request, answer })
      this.send(request)
    })
  }

  /** A place at a table. */
  sit(table: string, tell: (reply: Reply) => void): number {
    const line = ++this.count
    this.lines.set(line, tell)
    this.send({ kind: 'sit', line, table })
    return line
  }

  leave(line: number): void {
    if (this.lines.delete(line)) this.send({ kind: 'leave', line })
  }

  send(request: Request): void {
    const letter: Letter = { from: this.me, request }
    if (this.worker) this.worker.postMessage(letter)
    else this.channel.postMessage({ kind: 'letter', letter } satisfies Call)
  }

  /** Without locks: whoever hears of no house keeps it. */
  private listen(): void {
    this.known = false
    setTimeout(() => this.known || void this.hold(), LISTEN)
  }

  /** This page keeps the house until it goes. */
  private hold(): Promise<never> {
    this.openHouse()
    return new Promise(() => undefined)
  }

  private openHouse(): void {
    const worker = new Worker(new URL('./house.worker.ts', import.meta.url), { type: 'module', name: NAME() })
    this.worker = worker
    worker.onmessage = (event) => this.worker === worker && this.fromHouse(event.data as News)
    worker.onerror = (event) => this.worker === worker && this.fromHouse({ kind: 'broken', why: event.message })
    this.channel.postMessage({ kind: 'house' } satisfies Call)
    this.newHouse()
  }

  /** When the worker's lifeline can be had, the worker has gone: a browser ends one that needs too much memory. */
  private watch(worker: Worker): void {
    void navigator.locks?.request(lifeline(NAME()), () => {
      if (this.worker !== worker) return
      worker.terminate()
      if (++this.tries < TRIES) {
        notice('gone')
        this.openHouse()
      } else this.fromHouse({ kind: 'broken', why: `${this.tries} ×` })
    })
  }

  private fromHouse(news: News): void {
    if (news.kind === 'reply') {
      if (news.to === this.me) this.receive(news.reply)
      else this.channel.postMessage({ kind: 'reply', to: news.to, reply: news.reply } satisfies Call)
    } else if (news.kind === 'alive') this.watch(this.worker as Worker)
    else if (news.kind === 'open') {
      this.tries = 0
      notice('gone', false)
      opened()
    } else if (news.kind === 'coming') coming(news.done, news.total)
    else if (news.kind === 'room') {
      notice('full', !news.left)
      this.channel.postMessage(news satisfies Call)
    } else if (news.kind === 'taken') this.yield()
    else opened(news.why)
  }

  /** Another page has opened the house meanwhile: this one goes through that. */
  private yield(): void {
    this.worker?.terminate()
    this.worker = null
    this.newHouse()
    this.listen()
    this.channel.postMessage({ kind: 'anybody' } satisfies Call)
  }

  private hear(call: Call): void {
    if (call.kind === 'letter') this.worker?.postMessage(call.letter)
    else if (call.kind === 'reply' && call.to === this.me) this.receive(call.reply)
    else if (call.kind === 'anybody' && this.worker) this.channel.postMessage({ kind: 'house' } satisfies Call)
    else if (call.kind === 'house' && !this.worker) this.newHouse()
    else if (call.kind === 'room') notice('full', !call.left)
  }

  private receive(reply: Reply): void {
    if (reply.kind === 'answer') {
      this.waiting.get(reply.id)?.answer(reply)
      this.waiting.delete(reply.id)
      opened()
    } else {
      this.lines.get(reply.line)?.(reply)
      if (reply.kind === 'closed') this.lines.delete(reply.line)
    }
  }

  /**
   * Somebody holds the house who did not before, or says so again. What only reads is asked again; of what changes
   * something nobody knows whether it happened; who talked comes back.
   */
  private newHouse(): void {
    this.known = true
    for (const [id, { request, answer }] of [...this.waiting]) {
      if (request.kind === 'ask' && request.method !== 'GET') {
        this.waiting.delete(id)
        answer(null)
      } else this.send(request)
    }
    for (const [line, tell] of [...this.lines]) {
      this.lines.delete(line)
      tell({ kind: 'closed', line })
    }
  }
}

class Line implements Wire {
  onopen: (() => void) | null = null
  onmessage: ((event: { data: unknown }) => void) | null = null
  onclose: (() => void) | null = null
  private readonly line: number

  constructor(
    private readonly post: Post,
    table: string,
  ) {
    this.line = post.sit(table, (reply) => {
      if (reply.kind === 'told') this.onmessage?.({ data: reply.text })
      else if (reply.kind === 'closed') this.onclose?.()
    })
    queueMicrotask(() => this.onopen?.())
  }

  send(text: string): void {
    this.post.send({ kind: 'say', line: this.line, text })
  }

  close(): void {
    this.post.leave(this.line)
    queueMicrotask(() => this.onclose?.())
  }
}

const post = new Post()

export const reach: Reach = {
  async ask(method, path, body = '') {
    const reply = await post.ask(method, path, body)
    if (reply?.kind !== 'answer') throw new TypeError('the house has closed')
    return reply
  },
  connect: (table) => new Line(post, table),
  here: () => new URL(location.hash.slice(1) || '/', location.origin),
  address: (place) => `#${place}`,
  behind(link) {
    const place = link.getAttribute('href') ?? ''
    return place.startsWith('#/') ? place.slice(1) : null
  },
}
