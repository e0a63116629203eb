/* A table under way, for drawing: the headless link made reactive, with names, words and what is still on show. */

import type { Box, SeatLook } from '../boards/contract'
import { boxOf } from '../boards/find'
import { house } from '../house.svelte'
import type { Outcome } from '../protocol'
import { namesAt } from '../start'
import { sound } from './sounds'
import { TableLink } from './link'
import {
  emptyTable,
  isOver,
  mySeats,
  myTurn,
  seatBehindTheCurtain,
  seatToAct,
  settled,
  type AnyMove,
  type TableState,
} from './state'

export class Live {
  state = $state.raw<TableState>(emptyTable())
  box = $state.raw<Box | null>(null)
  planned = $state.raw<AnyMove | null>(null)
  hint = $state.raw<AnyMove | null>(null)
  readonly link: TableLink
  private loading: string | null = null
  private forgetting: ReturnType<typeof setTimeout> | null = null

  constructor(
    readonly id: string,
    /** The shared screen looks as nobody. */
    readonly screen: boolean,
  ) {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    this.link = new TableLink(`${scheme}://${location.host}/api/tables/${id}/socket`, (state) => this.changed(state))
    this.link.open()
  }

  private changed(state: TableState): void {
    const before = this.state
    this.state = state
    this.planned = this.link.planned
    const game = state.table?.game
    if (game && this.loading !== game) {
      this.loading = game
      void boxOf(game).then((box) => (this.box = box))
    }
    if (state.seq !== before.seq || state.view !== before.view) this.plan()
    if (state.seq !== before.seq) this.hint = null
    if (this.screen && state.link === 'open' && state.looksAs !== null && before.looksAs === null)
      this.link.lookAs(null)
    if (state.lines.length > before.lines.length && before.table)
      sound(isOver(state) ? 'end' : myTurn(state) ? 'turn' : 'move')
    if (state.refused && state.refused !== before.refused) sound('no')
  }

  /** What is on show goes when the time to look is over: from the board, from the log, from this page's memory. */
  private plan(): void {
    if (this.forgetting) clearTimeout(this.forgetting)
    const until = this.lookUntil
    if (until === null || isOver(this.state)) return
    this.forgetting = setTimeout(() => this.forget(), Math.max(0, until - Date.now()))
  }

  private forget(): void {
    const { view, clock } = this.state
    const manners = this.box?.manners
    if (!view || !manners) return
    this.link.set({
      view: manners.forget ? manners.forget(view) : view,
      before: null,
      clock: clock && { ...clock, look_until: null },
      lines: settled(this.state),
      later: null,
    })
  }

  close(): void {
    if (this.forgetting) clearTimeout(this.forgetting)
    this.link.close()
  }

  /** Until when, by our clock, what was turned stays visible; null when nobody has to wait. */
  get lookUntil(): number | null {
    const { clock, ahead } = this.state
    return clock?.look_until ? clock.look_until - ahead : null
  }

  get turnUntil(): number | null {
    const { clock, ahead } = this.state
    return clock?.turn_until ? clock.turn_until - ahead : null
  }

  /** The server has ended the connection, and nothing will come any more. */
  get ended(): boolean {
    const { link, bye } = this.state
    return link === 'ended' || (bye !== null && link !== 'open')
  }

  get names(): string[] {
    return this.state.table ? namesAt(this.state.table) : []
  }

  get words() {
    const game = this.state.table?.game ?? ''
    const words = house.words.at(this.names, this.box?.words[house.language] ?? {}, house.games[game] ?? {})
    return words.calling(this.state.view ? (this.box?.manners.naming?.(this.state.view) ?? null) : null)
  }

  get mine(): number[] {
    return mySeats(this.state)
  }

  get host(): boolean {
    return this.state.table?.host === this.state.me && this.state.me !== null
  }

  get curtain(): number | null {
    return this.screen ? null : seatBehindTheCurtain(this.state)
  }

  get seats(): SeatLook[] {
    const { table, present } = this.state
    const acts = seatToAct(this.state)
    const mine = this.mine
    return (table?.seats ?? []).map((seat, at) => ({
      name: this.names[at] ?? '',
      mine: mine.includes(at),
      bot: seat.kind === 'bot',
      level: seat.level ?? seat.stand_in ?? null,
      here: seat.kind === 'bot' || present.some((person) => person.seats.includes(at)),
      standIn: seat.stand_in !== null && seat.stand_in !== undefined,
      acts: acts === at,
    }))
  }

  /** How it ended; a game that somebody gave up has ended at the table only, not on the board. */
  get outcome(): Outcome | null {
    return this.state.view?.outcome ?? this.state.table?.outcome ?? null
  }

  get sentence(): string {
    const { view, legal, looksAs } = this.state
    if (!view || !this.box) return ''
    const telling = { me: looksAs, myTurn: myTurn(this.state), words: this.words, legal, planned: this.planned }
    if (this.outcome) {
      const winners = this.outcome.winners
      if (winners.length > 1)
        return this.words.say('play.shared', { names: this.words.list(winners.map((seat) => this.words.seat(seat))) })
      return winners[0] === looksAs && this.mine.length === 1
        ? this.words.say('table.you_won')
        : this.words.say('table.won', { seat: winners[0] ?? 0 })
    }
    if (this.lookUntil !== null && typeof view.to_act === 'number')
      return telling.myTurn
        ? this.words.say('table.look_then_you')
        : this.words.say('table.look_then', { seat: view.to_act })
    return this.box.manners.say(view, telling)
  }
}
