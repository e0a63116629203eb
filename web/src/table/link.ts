/* The wire between this page and its table: says hello, sends commands until they are answered, comes back when it
   breaks. */

import { newId } from '../api'
import { VERSION, type Incoming, type Outgoing } from '../protocol'
import { reach, type Wire } from '../reach'
import { emptyTable, receive, same, type AnyMove, type TableState } from './state'

/** Tests bring their own. */
export interface Surroundings {
  connect: (table: string) => Wire
  now: () => number
  later: (call: () => void, milliseconds: number) => unknown
  never: (timer: unknown) => void
}

export const browser: Surroundings = {
  connect: (table) => reach.connect(table),
  now: () => Date.now(),
  later: (call, milliseconds) => setTimeout(call, milliseconds),
  never: (timer) => clearTimeout(timer as number),
}

const FIRST_WAIT = 400
const LONGEST_WAIT = 8000
const PING_EVERY = 20000
const PONG_WITHIN = 8000

export class TableLink {
  state: TableState = emptyTable()
  /** A choice made before it was asked for: it stays on this page and is sent when it becomes a legal move. */
  planned: AnyMove | null = null
  private wire: Wire | null = null
  private unanswered = new Map<string, Incoming>()
  private wait = FIRST_WAIT
  private timers = new Set<unknown>()
  private retryTimer: unknown = null
  private pongTimer: unknown = null
  /** A move that waits until everybody has looked. */
  private held: { send: () => void; timer: unknown } | null = null
  private lookFirst: number | null
  private closed = false

  constructor(
    private table: string,
    /** The table has changed, by a message of the house or by this page. */
    private changed: (state: TableState, message: Outgoing | null) => void,
    private around: Surroundings = browser,
    lookAs: number | null = null,
  ) {
    this.lookFirst = lookAs
  }

  open(): void {
    if (this.closed) return
    this.retryTimer = null
    this.set({ link: this.state.table ? this.state.link : 'connecting' })
    let wire: Wire
    try {
      wire = this.around.connect(this.table)
    } catch {
      return this.comeBack()
    }
    this.wire = wire
    wire.onopen = () => this.hello(wire)
    wire.onmessage = (event) => this.hear(wire, event.data)
    wire.onclose = () => {
      if (this.wire !== wire) return
      this.wire = null
      this.stopTimers()
      if (this.state.link !== 'ended') this.comeBack()
    }
  }

  /** Leave the table for good (the page goes elsewhere). */
  close(): void {
    this.closed = true
    this.stopTimers()
    if (this.retryTimer !== null) this.around.never(this.retryTimer)
    const wire = this.wire
    this.wire = null
    wire?.close()
  }

  /** Try at once: the network is back, or the page is looked at again. */
  hurry(): void {
    if (this.retryTimer === null || this.closed) return
    this.around.never(this.retryTimer)
    this.open()
  }

  /** Say hello anew: whoever looks is somebody now. */
  again(): void {
    const wire = this.wire
    this.wire = null
    this.stopTimers()
    wire?.close()
    this.open()
  }

  // Commands ----------------------------------------------------------------------------------------------------------

  /**
   * Send a move. While everybody still looks at what was turned a good one waits here, pending, until the house
   * takes it.
   */
  play(move: AnyMove): void {
    if (this.state.pending) return
    const { seq, legal, clock, ahead } = this.state
    const look = (clock?.look_until ?? 0) - ahead - this.around.now()
    const id = newId()
    this.set({ pending: { id, seq, move }, refused: null })
    this.command({ type: 'move', id, seq, move }, legal.some((one) => same(one, move)) ? look : 0)
  }

  /** Choose now, send when asked. */
  plan(move: AnyMove | null): void {
    this.planned = move
    this.set({})
    this.sendPlanned()
  }

  lookAs(seat: number | null): void {
    this.command({ type: 'look_as', id: newId(), seat })
  }

  /** This page has shown everything up to here. */
  seen(seq: number): void {
    this.send({ type: 'seen', seq })
  }

  say(text: string): void {
    this.command({ type: 'say', id: newId(), text })
  }

  react(reaction: string): void {
    this.command({ type: 'react', id: newId(), reaction })
  }

  /** Change what this page holds: forget what is hidden again, put a refusal away. */
  set(change: Partial<TableState>): void {
    this.state = { ...this.state, ...change }
    this.changed(this.state, null)
  }

  // The wire ----------------------------------------------------------------------------------------------------------

  private command(message: Incoming & { id: string }, wait = 0): void {
    this.unanswered.set(message.id, message)
    const send = () => this.send(message)
    if (wait > 0) this.held = { send, timer: this.after(wait, () => this.release()) }
    else send()
  }

  private send(message: Incoming): void {
    if (this.state.link === 'open') this.wire?.send(JSON.stringify(message))
  }

  /** Nobody has to look any more: the move that waited for it goes. */
  private release(): void {
    const held = this.held
    this.held = null
    if (held) this.drop(held.timer)
    held?.send()
  }

  private hello(wire: Wire): void {
    const look = this.state.table ? this.state.looksAs : this.lookFirst
    const since = this.state.table ? this.state.seq : null
    wire.send(JSON.stringify({ type: 'hello', version: VERSION, since, look_as: look } satisfies Incoming))
  }

  private hear(wire: Wire, data: unknown): void {
    if (this.wire !== wire || typeof data !== 'string') return
    const message = JSON.parse(data) as Outgoing
    this.state = receive(this.state, message, this.around.now())
    if ((message.type === 'accepted' || message.type === 'refused') && message.id) this.unanswered.delete(message.id)
    if (message.type === 'pong' && this.pongTimer !== null) this.pongTimer = this.drop(this.pongTimer)
    if (message.type === 'welcome') {
      this.wait = FIRST_WAIT
      // A command that was under way when the wire broke is sent again; its id makes sure it counts once.
      for (const command of this.unanswered.values()) wire.send(JSON.stringify(command))
      this.ping(wire)
    }
    this.changed(this.state, message)
    if (message.type === 'forgotten' && this.state.clock?.look_until === null) this.release()
    if (message.type === 'welcome' || message.type === 'view') this.sendPlanned()
  }

  private sendPlanned(): void {
    const planned = this.planned
    if (!planned || this.state.pending || !this.state.legal.some((legal) => same(legal, planned))) return
    this.planned = null
    this.play(planned)
  }

  private ping(wire: Wire): void {
    this.after(PING_EVERY, () => {
      if (this.wire !== wire) return
      wire.send(JSON.stringify({ type: 'ping', id: newId() } satisfies Incoming))
      this.pongTimer = this.after(PONG_WITHIN, () => wire.close())
      this.ping(wire)
    })
  }

  private comeBack(): void {
    this.set({ link: 'lost' })
    const wait = this.wait * (0.75 + Math.random() / 2)
    this.wait = Math.min(this.wait * 1.8, LONGEST_WAIT)
    this.retryTimer = this.around.later(() => this.open(), wait)
  }

  private after(milliseconds: number, call: () => void): unknown {
    const timer = this.around.later(() => {
      this.timers.delete(timer)
      call()
    }, milliseconds)
    this.timers.add(timer)
    return timer
  }

  private drop(timer: unknown): null {
    this.around.never(timer)
    this.timers.delete(timer)
    return null
  }

  private stopTimers(): void {
    for (const timer of this.timers) this.around.never(timer)
    this.timers.clear()
    this.pongTimer = null
    this.held = null
  }
}
