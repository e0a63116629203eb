/* What a page tells: moments are shown one after the other, each with its words, and what is drawn is never ahead of
   what was told. No drawing, no network. */

import type { Mood } from '../faces/faces'
import type { Event, Line } from '../protocol'
import type { Manners } from '../boards/contract'
import type { AnyView } from './state'
import { rest, Stage, TEMPI, type Pace, type Tempo } from './stage'

/** What just happened, to be put into words: a line, its piece if the looker may know it, and who did it. */
export interface Told {
  line: Line
  piece: string | null
  /** What is drawn beside the words: the piece, unless it is one of several. */
  thing: string | null
  seat: number | null
  mood: Mood
  /** How everybody takes it whom it concerns, by their seats. */
  moods: Record<number, Mood>
}

/** One thing to be shown. `S` is what a page draws at that moment. */
export interface Moment<S> {
  state: S
  told: Told | null
  /** Nothing new is said: what is hidden again is turned back. */
  quiet?: boolean
  /** It is found again as it was left: what changed glows, nothing moves. */
  settled?: boolean
  events: readonly Event[]
  /** What is shown first, as long as the result is not known. */
  suspense?: Suspense | null
  /** Done by who looks: it is known already and needs less time. */
  own?: boolean
  /** Until when, by our clock, everybody looks. */
  until?: number | null
}

/** The board before the result of a move is known, and the events that belong to it. */
export interface Suspense {
  view: AnyView
  events: readonly Event[]
}

/** What is on show now. */
export interface Showing<S> {
  state: S
  told: Told | null
  /** The board while the result is not known, otherwise null. Everything else still belongs to the moment before. */
  suspense: AnyView | null
  /** What is told is new: it is spoken, too. */
  fresh: boolean
  /** Something is still being shown; going on ends it. */
  busy: boolean
  /** Until when everybody looks at it, by our clock. */
  until: number | null
  /** How many moments were shown. */
  count: number
}

/** Nothing has been shown yet. */
export const nothingShown = <S>(state: S): Showing<S> => ({
  state,
  told: null,
  suspense: null,
  fresh: false,
  busy: false,
  until: null,
  count: 0,
})

/** Look at the board, change it, and let move what happened; what is `settled` does not move, it only glows. */
export type Perform = (
  events: readonly Event[],
  tempo: Tempo,
  signal: AbortSignal,
  change: () => void,
  settled?: boolean,
) => Promise<void>

/** What a page lends to the telling. */
export interface Around<S> {
  changed(showing: Showing<S>): void
  perform: Perform
  pace(): Pace
  now(): number
  /** Everything has been shown. */
  atRest(showing: Showing<S>): void
}

export class Telling<S> {
  showing: Showing<S>
  private readonly stage: Stage<Moment<S>>
  /** All that is left of what is shown is the time to look. */
  private looking = false

  constructor(
    first: S,
    private readonly around: Around<S>,
  ) {
    this.showing = nothingShown(first)
    this.stage = new Stage(
      (moment, signal) => this.act(moment, signal),
      () => {
        this.set({ busy: false, until: null })
        around.atRest(this.showing)
      },
    )
  }

  /** Show this when its turn comes. What comes while everybody only looks ends the look: the table has gone on. */
  tell(moment: Moment<S>): void {
    // two parts, so that a tap while the result is not known ends the first one only
    if (moment.suspense) this.stage.push(moment)
    this.stage.push({ ...moment, suspense: null })
    if (this.looking) this.stage.goOn()
  }

  /**
   * Show this now: everything begins anew, and nothing of it is news. Where the events that led to it are known, it
   * glows as it did then.
   */
  begin(state: S, told: Told | null, until: number | null = null, events: readonly Event[] | null = null): void {
    this.stage.clear()
    this.set({ state, told, suspense: null, fresh: false, until })
    this.stage.push({ state, told, quiet: true, settled: events !== null, events: events ?? [], until })
  }

  /** Go on to the next thing: a tap ends what is being shown, never a decision. */
  goOn(): void {
    this.stage.goOn()
  }

  /** End what is being shown, and its result if that is not known yet: somebody goes on faster than it is shown. */
  skip(): void {
    this.stage.clear()
  }

  private set(change: Partial<Showing<S>>): void {
    this.showing = { ...this.showing, ...change }
    this.around.changed(this.showing)
  }

  private async act(moment: Moment<S>, signal: AbortSignal): Promise<void> {
    const { state, told, quiet = false, settled = false, events, suspense, own = false, until = null } = moment
    const tempo = TEMPI[this.around.pace()]
    if (suspense) {
      const { view } = suspense
      return this.around.perform(suspense.events, tempo, signal, () => {
        this.set({ suspense: view, busy: true, until: null })
      })
    }
    const read = rest(quiet ? 0 : own ? tempo.own : tempo.read, signal)
    const count = this.showing.count + 1
    const change = () => this.set({ state, told, suspense: null, fresh: !quiet, busy: true, until, count })
    await this.around.perform(events, tempo, signal, change, settled)
    await read
    const left = until === null ? 0 : until - this.around.now()
    if (left <= 0 || this.stage.behind) return
    this.looking = true
    await rest(left, signal)
    this.looking = false
  }
}

// What is made of messages --------------------------------------------------------------------------------------------

const NOTHING: Event = {
  verb: '',
  seat: null,
  piece: null,
  origin: null,
  target: null,
  gains: null,
  loses: null,
  count: 0,
  passing: false,
}

/** Events as they come leave out what is not said. */
export const wholeEvents = (events: readonly Partial<Event>[] | undefined): Event[] =>
  (events ?? []).map((event) => ({ ...NOTHING, ...event }))

/** What is told of a line and the events that belong to it. */
export function toldOf(line: Line | null | undefined, events: readonly Event[] = []): Told | null {
  if (!line) return null
  const moods = moodsOf(events)
  const seat =
    typeof line.args.seat === 'number' ? line.args.seat : (events.find((one) => one.seat !== null)?.seat ?? null)
  const pieces = new Set(events.map((one) => one.piece).filter((piece) => piece !== null))
  const [piece = null] = pieces
  return {
    line,
    seat,
    piece,
    thing: pieces.size === 1 ? piece : null,
    mood: (seat !== null && moods[seat]) || 'calm',
    moods,
  }
}

/** The events of a moment, divided into those before its result is known and those after it. */
export function inSuspense(
  manners: Manners | undefined,
  before: AnyView | null | undefined,
  after: AnyView | null | undefined,
  events: readonly Event[],
): { suspense: Suspense | null; events: readonly Event[] } {
  const held = before && after ? manners?.suspense?.(before, after) : null
  if (!held) return { suspense: null, events }
  const early = (event: Event) => held.verbs.includes(event.verb)
  return {
    suspense: { view: held.view, events: events.filter(early) },
    events: events.filter((event) => !early(event)),
  }
}

/** Who gained something is glad, who lost something is not. */
function moodsOf(events: readonly Event[]): Record<number, Mood> {
  const moods: Record<number, Mood> = {}
  for (const { loses } of events) if (loses !== null) moods[loses] = 'sorry'
  for (const { gains } of events) if (gains !== null) moods[gains] = 'glad'
  return moods
}
