/* A table under way, for drawing: the headless link made reactive, told moment by moment, with names and words. */

import type { Box, SeatLook } from '../boards/contract'
import { boxOf } from '../boards/find'
import type { Mood } from '../faces/faces'
import { house, t } from '../house.svelte'
import type { Outcome, Outgoing } from '../protocol'
import { namesAt, runsIt } from '../start'
import type { Catalogue } from '../words'
import { performOn } from './choreography'
import { Coach } from './coach.svelte'
import { TableLink } from './link'
import { sound } from './sounds'
import {
  drawn,
  emptyTable,
  isOver,
  isPlayedByBot,
  lookUntil,
  momentOf,
  mySeats,
  myTurn,
  positionOf,
  seatBehindTheCurtain,
  seatsIPlay,
  seatToAct,
  type AnyMove,
  type Position,
  type TableState,
} from './state'
import { inShort } from './ending'
import { inSuspense, nothingShown, Telling, toldOf, type Showing } from './telling'

export class Live {
  /** What the house says. */
  latest = $state.raw<TableState>(emptyTable())
  /** What is being shown of it. */
  showing = $state.raw<Showing<Position>>(nothingShown(positionOf(emptyTable())))
  box = $state.raw<Box | null>(null)
  planned = $state.raw<AnyMove | null>(null)
  readonly coach = new Coach(this)
  readonly link: TableLink
  private root: HTMLElement | null = null
  private readonly telling: Telling<Position>
  private loading: string | null = null
  private said = -1

  constructor(
    readonly id: string,
    /** The shared screen looks as nobody. */
    readonly screen: boolean,
  ) {
    this.telling = new Telling(this.showing.state, {
      changed: (showing) => this.shows(showing),
      perform: performOn(
        () => this.root,
        () => this.box?.motions,
      ),
      pace: () => this.latest.table?.settings.pace ?? 'normal',
      now: () => Date.now(),
      atRest: () => this.sayItIsSeen(),
    })
    this.link = new TableLink(id, (state, message) => this.changed(state, message))
    this.link.open()
  }

  /** The table as it is drawn. */
  state = $derived.by(() => {
    const { state, suspense, busy } = this.showing
    return drawn(this.latest, suspense ? { ...state, view: suspense } : state, busy)
  })

  private changed(state: TableState, message: Outgoing | null): void {
    const before = this.latest
    this.latest = state
    this.planned = this.link.planned
    const game = state.table?.game
    if (game && this.loading !== game) {
      this.loading = game
      void boxOf(game).then((box) => (this.box = box))
    }
    if (message) this.tell(before, state, message)
    if (this.screen && state.link === 'open' && state.looksAs !== null && before.looksAs === null)
      this.link.lookAs(null)
    if (state.refused && state.refused !== before.refused) sound('no')
  }

  private tell(before: TableState, state: TableState, message: Outgoing): void {
    if (message.type === 'welcome') this.said = -1
    const moment = momentOf(before, state, message)
    if (moment === 'anew') this.telling.begin(positionOf(state), toldOf(state.lines.at(-1)), lookUntil(state))
    else if (moment)
      this.telling.tell({ ...moment, ...inSuspense(this.box?.manners, before.view, state.view, moment.events) })
  }

  private shows(showing: Showing<Position>): void {
    const news = showing.fresh && showing.state !== this.showing.state
    this.showing = showing
    if (news) sound(isOver(this.state) ? 'end' : myTurn(this.state) ? 'turn' : 'move')
  }

  /** The people of this page have seen it all: the house waits no longer for them. */
  private sayItIsSeen(): void {
    const { seq, looksAs } = this.showing.state
    if (seq <= this.said || seq !== this.latest.seq || looksAs === null || isOver(this.latest)) return
    this.said = seq
    this.link.seen(seq)
  }

  /** An attachment: here the board stands. */
  stands = (root: HTMLElement): (() => void) => {
    this.root = root
    return () => (this.root = null)
  }

  /** A tap: go on to what comes next. */
  goOn(): void {
    this.telling.goOn()
  }

  /** Who plays has seen enough. */
  play(move: AnyMove): void {
    this.telling.goOn()
    this.link.play(move)
  }

  close(): void {
    this.link.close()
    this.telling.begin(positionOf(emptyTable()), null)
  }

  /** Something is still being shown. */
  get busy(): boolean {
    return this.showing.busy
  }

  /** What is shown is not the newest yet. */
  get behind(): boolean {
    return this.showing.state.seq !== this.latest.seq
  }

  /** What just happened, in words; '' when nothing has. */
  get told(): string {
    const { told } = this.showing
    return told ? this.words.told(told.line, this.you, told.piece) : ''
  }

  /** Until when, by our clock, what was turned stays visible; null when nobody has to wait. */
  get lookUntil(): number | null {
    return lookUntil(this.state)
  }

  get turnUntil(): number | null {
    const { clock, ahead } = this.state
    return clock?.turn_until ? clock.turn_until - ahead : null
  }

  /** The server has ended the connection, and nothing will come any more. */
  get ended(): boolean {
    return this.state.link === 'ended'
  }

  /* Boards ask for these with every label: they are made once for each moment. */
  names = $derived(this.state.table ? namesAt(this.state.table) : [])

  words = $derived.by(() => {
    const game = this.state.table?.game ?? ''
    const { looksAs } = this.state
    const here: Catalogue = this.together && looksAs !== null ? { 'board.you': this.names[looksAs] ?? '' } : {}
    const words = house.words.at(this.names, here, this.box?.words[house.language] ?? {}, house.games[game] ?? {})
    return words.calling(this.state.view ? (this.box?.manners.naming?.(this.state.view) ?? null) : null)
  })

  mine = $derived(mySeats(this.state))

  /** Several people share this device: everybody is called by their name. */
  get together(): boolean {
    return this.mine.length > 1
  }

  /** The seat called "you": none on a page that several people share, or while a bot plays the seat. */
  get you(): number | null {
    return this.onlySeat !== null && seatsIPlay(this.state).includes(this.onlySeat) ? this.onlySeat : null
  }

  /** The seat of this page's person, if there is only one. */
  private get onlySeat(): number | null {
    return this.together ? null : this.state.looksAs
  }

  get host(): boolean {
    return this.state.table !== null && runsIt(this.state.table, this.state.me)
  }

  /** The own seat that waits behind the curtain, once everything before was shown. */
  get curtain(): number | null {
    return this.screen || this.busy ? null : seatBehindTheCurtain(this.state)
  }

  seats = $derived.by((): SeatLook[] => {
    const { table, present } = this.state
    const acts = seatToAct(this.state)
    const mine = this.mine
    return (table?.seats ?? []).map((seat, at) => ({
      name: this.names[at] ?? '',
      mine: mine.includes(at),
      bot: seat.kind === 'bot',
      level: seat.level ?? seat.stand_in ?? null,
      note:
        seat.strength === null || !seat.level
          ? ''
          : t('level.adaptive.seat', { level: t(`level.${seat.level}`).toLocaleLowerCase() }),
      picture: seat.picture,
      mood: this.moodAt(at),
      here: seat.kind === 'bot' || present.some((person) => person.seats.includes(at)),
      standIn: seat.stand_in !== null && seat.stand_in !== undefined,
      resigned: seat.resigned,
      botPlays: isPlayedByBot(seat),
      acts: acts === at,
    }))
  })

  private moodAt(seat: number): Mood {
    if (this.outcome) return this.outcome.winners.includes(seat) ? 'glad' : 'sorry'
    return this.showing.told?.moods[seat] ?? 'calm'
  }

  /** How it ended; a game that somebody gave up has ended at the table only, not on the board. */
  get outcome(): Outcome | null {
    return this.state.view?.outcome ?? (this.busy ? null : this.state.table?.outcome) ?? null
  }

  /** How many sides play against each other: everybody alone, unless the box knows partners. */
  get sides(): number {
    const { view } = this.state
    return (view && this.box?.manners.sides?.(view)) || this.names.length
  }

  get sentence(): string {
    const { view, legal, looksAs, table } = this.state
    if (!view || !this.box) return ''
    const me = looksAs === null || isPlayedByBot(table?.seats[looksAs]) ? null : looksAs
    const telling = { me, myTurn: myTurn(this.state), words: this.words, legal, planned: this.planned }
    const { outcome, names, sides } = this
    if (outcome) return inShort({ outcome, names, me: this.onlySeat, sides }, this.words)
    if (this.lookUntil !== null && typeof view.to_act === 'number')
      return telling.myTurn
        ? this.words.say('table.look_then_you')
        : this.words.say('table.look_then', { seat: view.to_act })
    return this.box.manners.say(view, telling)
  }
}
