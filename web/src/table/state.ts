/* A table as this page knows it: what has come from the server, folded into one value. No drawing, no network, no
   clock. */

import type { Clock, Declined, Line, Outgoing, Person, Seat, Seen, TableInfo, Talk, View } from '../protocol'
import { toldOf, wholeEvents, type Moment } from './telling'

/** A move as the server writes it: a type and its arguments. */
export type AnyMove = { type: string } & Record<string, string | number | boolean>
export type AnyView = View
export type LinkState = 'connecting' | 'open' | 'lost' | 'ended'

/** A command that was sent and is not answered yet. */
export interface Pending {
  id: string
  seq: number
  move: AnyMove | null
  /** Stored as this many entries; it stays pending until the view of that moment is here. */
  stored?: number
}

export interface TableState {
  link: LinkState
  /** Why the server ended the connection, if it did. */
  bye: string | null
  me: string | null
  table: TableInfo | null
  seq: number
  looksAs: number | null
  view: AnyView | null
  legal: AnyMove[]
  firstLine: number
  lines: Line[]
  /** What the last line says once what it tells is hidden again; null when that is the same. */
  later: Line | null
  talk: Talk[]
  present: Person[]
  clock: Clock | null
  /** How far the server's clock is ahead of ours. */
  ahead: number
  pending: Pending | null
  refused: Declined | null
}

export function emptyTable(): TableState {
  return {
    link: 'connecting',
    bye: null,
    me: null,
    table: null,
    seq: 0,
    looksAs: null,
    view: null,
    legal: [],
    firstLine: 0,
    lines: [],
    later: null,
    talk: [],
    present: [],
    clock: null,
    ahead: 0,
    pending: null,
    refused: null,
  }
}

/** The table after a message from the server. */
export function receive(state: TableState, message: Outgoing, now: number): TableState {
  switch (message.type) {
    case 'welcome': {
      const goesOn =
        message.first_line > 0 && message.first_line <= state.firstLine + state.lines.length && state.lines.length > 0
      const kept = goesOn
        ? (message.seq > state.seq ? settled(state) : state.lines).slice(0, message.first_line - state.firstLine)
        : []
      return {
        ...state,
        link: 'open',
        bye: null,
        me: message.me,
        table: message.table,
        seq: message.seq,
        looksAs: message.looks_as,
        view: message.view,
        legal: message.legal.map((legal) => legal.move as AnyMove),
        firstLine: goesOn ? state.firstLine : message.first_line,
        lines: [...kept, ...message.lines],
        later: message.later,
        talk: message.talk,
        present: message.present,
        clock: message.clock,
        ahead: message.clock.now - now,
      }
    }
    case 'view': {
      if (message.seq < state.seq) return state
      return {
        ...state,
        seq: message.seq,
        looksAs: message.looks_as,
        view: message.view,
        legal: message.legal.map((legal) => legal.move as AnyMove),
        ...logAfter(state, message),
        clock: message.clock,
        ahead: message.clock.now - now,
        refused: message.line ? null : state.refused,
        pending: state.pending?.stored !== undefined && message.seq >= state.pending.stored ? null : state.pending,
      }
    }
    case 'forgotten': {
      // what came later than what is to be forgotten has hidden it already
      if (message.seq !== state.seq || message.looks_as !== state.looksAs) return state
      return {
        ...state,
        view: message.view,
        lines: message.line ? [...state.lines.slice(0, -1), message.line] : state.lines,
        later: null,
        clock: state.clock && { ...state.clock, look_until: null },
      }
    }
    case 'accepted':
      if (state.pending?.id !== message.id) return state
      return {
        ...state,
        refused: null,
        pending: message.seq > state.seq ? { ...state.pending, stored: message.seq } : null,
      }
    case 'refused':
      return {
        ...state,
        refused: message,
        pending: state.pending?.id === message.id ? null : state.pending,
        ...(message.view && message.seq > state.seq ? { seq: message.seq, view: message.view, legal: [] } : {}),
      }
    case 'table':
      return { ...state, table: message.table }
    case 'presence':
      return { ...state, present: message.present }
    case 'talk':
      return { ...state, talk: [...state.talk.slice(-199), message.talk] }
    case 'pong':
      return { ...state, ahead: message.now - now }
    case 'bye':
      return { ...state, bye: message.code, link: message.retry ? 'lost' : 'ended' }
    default:
      return state
  }
}

/** any.2: the log without what is hidden again. */
export function settled({ lines, later }: TableState): Line[] {
  return later ? [...lines.slice(0, -1), later] : lines
}

/** The log after a view: told from where it began, one line longer, or as it was. */
function logAfter(state: TableState, { seq, line, lines, later }: Seen): Partial<TableState> {
  if (lines) return { firstLine: seq - lines.length, lines, later }
  return line ? { lines: withLine(state, seq, line), later } : {}
}

/** A new line says what just happened; the one before it now says only what may still be known. */
function withLine(state: TableState, seq: number, line: Line): Line[] {
  return [...settled(state).slice(0, Math.max(0, seq - 1 - state.firstLine)), line]
}

// What is drawn of it -------------------------------------------------------------------------------------------------

const POSITION = ['seq', 'looksAs', 'view', 'legal', 'firstLine', 'lines', 'later', 'clock'] as const

/** Where a game stands: what is told and shown moment by moment. Everything else of a table is drawn as it is. */
export type Position = Pick<TableState, (typeof POSITION)[number]>

export function positionOf(state: TableState): Position {
  return Object.fromEntries(POSITION.map((name) => [name, state[name]])) as unknown as Position
}

/**
 * The table as it is drawn: the position that the telling has come to, and all else as it is now. Moves are offered
 * at the newest position only, never to a seat that a bot plays, and a game ends when its end was shown.
 */
export function drawn(latest: TableState, at: Position, busy: boolean): TableState {
  const caughtUp = at.seq === latest.seq && at.looksAs === latest.looksAs
  const { table } = latest
  const offered = caughtUp && (at.looksAs === null || !isPlayedByBot(table?.seats[at.looksAs]))
  const state: TableState = { ...latest, ...at, legal: offered ? at.legal : [] }
  const sent = !caughtUp && myTurn(state) ? { id: '', seq: at.seq, move: null } : null
  return {
    ...state,
    table: table && busy && table.status === 'over' ? { ...table, status: 'playing' } : table,
    pending: latest.pending ?? sent,
  }
}

/** What a message gives to show: a moment to be told, all of it at once, or nothing. */
export function momentOf(before: TableState, after: TableState, message: Outgoing): Moment<Position> | 'anew' | null {
  const state = positionOf(after)
  const until = lookUntil(after)
  if (message.type === 'view' && message.line && after !== before) {
    const events = wholeEvents(message.events)
    const told = toldOf(message.line, events)
    return { state, told, events, own: seatsIPlay(after).includes(told?.seat ?? -1), until }
  }
  if (message.type === 'forgotten')
    return after === before ? null : { state, told: toldOf(after.lines.at(-1)), quiet: true, events: [] }
  const moved = POSITION.some((name) => after[name] !== before[name])
  return message.type === 'welcome' || (moved && message.type !== 'pong') ? 'anew' : null
}

/** Until when, by our clock, what was turned stays visible; null when nobody has to wait. */
export function lookUntil({ clock, ahead }: Pick<TableState, 'clock' | 'ahead'>): number | null {
  return clock?.look_until ? clock.look_until - ahead : null
}

// What can be read off a table ----------------------------------------------------------------------------------------

/** Seats that belong to the guest of this page. */
export function mySeats(state: TableState): number[] {
  if (!state.table || !state.me) return []
  return state.table.seats.flatMap((seat, at) => (seat.kind === 'guest' && seat.guest === state.me ? [at] : []))
}

/** Whether a bot plays a seat: its own, or that of somebody who is away or has resigned. */
export const isPlayedByBot = (seat: Seat | undefined): boolean =>
  seat !== undefined && (seat.kind === 'bot' || !!seat.stand_in || seat.resigned)

/** The own seats that no bot plays. */
export const seatsIPlay = (state: TableState): number[] =>
  mySeats(state).filter((at) => !isPlayedByBot(state.table?.seats[at]))

export function seatToAct(state: TableState): number | null {
  const acts = state.view?.to_act ?? state.table?.to_act
  return typeof acts === 'number' ? acts : null
}

/** Whether the seat this page looks as may move now. */
export function myTurn(state: TableState): boolean {
  return state.looksAs !== null && seatToAct(state) === state.looksAs && seatsIPlay(state).includes(state.looksAs)
}

/** The own seat for which the curtain has to open: it is to act, and this page looks as another. */
export function seatBehindTheCurtain(state: TableState): number | null {
  const acts = seatToAct(state)
  return acts !== null && acts !== state.looksAs && seatsIPlay(state).includes(acts) ? acts : null
}

export function isOver(state: TableState): boolean {
  return state.table?.status === 'over' || state.view?.to_act === 'over'
}

export function same(a: AnyMove, b: AnyMove): boolean {
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key])
}
