/* A game that is over, moment by moment: what was loaded, as whom one looks, and at which moment. No drawing. */

import { get, post } from '../api'
import type { Box, SeatLook } from '../boards/contract'
import { boxOf } from '../boards/find'
import type { GameRecord } from '../carrying'
import { house, t, wordsOf } from '../house.svelte'
import type { Fairness, Judged, Replay, Review, TableInfo } from '../protocol'
import { dealIsFair } from '../sha256'
import { apart, namesAt } from '../start'
import { isCostly } from './chances'
import { retelling } from './choreography'
import { inShort } from './ending'
import type { Ghost } from './ghosts'
import type { AnyView } from './state'
import { inSuspense, nothingShown, toldOf, wholeEvents, type Showing, type Told } from './telling'

/** As whom one looks: a seat, spectators (null), or with everything revealed. */
export type Looker = number | 'all' | null

export class LookingBack {
  replay = $state.raw<Replay | null>(null)
  box = $state.raw<Box | null>(null)
  review = $state.raw<Review | null>(null)
  fair = $state<'yes' | 'no' | 'none' | null>(null)
  as = $state<Looker>(null)
  /** The moment one wants to see, and what is being shown on the way there. */
  at = $state(0)
  showing = $state.raw<Showing<number>>(nothingShown(0))
  running = $state(false)
  waiting = $state(false)
  trouble = $state('')
  /** The costly move that one looks at. */
  turning = $state.raw<Judged | null>(null)
  private table = $state.raw<TableInfo | null>(null)
  record = $state.raw<GameRecord | null>(null)

  private root: HTMLElement | null = null
  private readonly telling = retelling(
    () => this.root,
    () => this.box?.motions,
    (showing) => (this.showing = showing),
    () => this.goesOn(),
  )

  /** Of a table, or (null) of a file that is still to be opened. */
  constructor(
    readonly id: string | null,
    at = 0,
  ) {
    this.at = at
    if (id) void this.attempt(() => this.openTable(id))
  }

  private async attempt(action: () => Promise<void>): Promise<void> {
    this.trouble = ''
    try {
      await action()
    } catch (caught) {
      this.trouble = wordsOf(caught)
    }
  }

  /** Not before it is known whether one sat at this table: a replay is work for the house. */
  private async openTable(id: string): Promise<void> {
    const table = await get<TableInfo>(`/tables/${id}`)
    this.table = table
    const own = table.seats.findIndex((seat) => seat.guest === house.guest?.id)
    const loading = this.look(own >= 0 ? own : null)
    const { sha256, deal, salt } = await get<Fairness>(`/tables/${id}/fairness`)
    this.fair = deal && salt ? (dealIsFair(sha256, deal, salt) ? 'yes' : 'no') : null
    await loading
  }

  async openFile(file: File): Promise<void> {
    this.trouble = ''
    try {
      await this.openRecord(readRecord(await file.text()))
    } catch {
      this.trouble = t('fault.not_a_record')
    }
  }

  async openRecord(record: GameRecord): Promise<void> {
    this.record = record
    this.at = 0
    await this.look(null)
    const { fairness, deal } = record
    this.fair =
      fairness?.sha256 && fairness.salt ? (dealIsFair(fairness.sha256, deal, fairness.salt) ? 'yes' : 'no') : 'none'
  }

  /** Look as somebody else. */
  look(as: Looker): Promise<void> {
    this.as = as
    return this.attempt(async () => {
      const found = await (this.id ? this.replayOf(this.id, as) : this.replayOfRecord(as))
      this.box = await boxOf(found.game)
      this.replay = found
      this.at = Math.min(this.at, found.frames.length - 1)
      this.show(this.toldAt(this.at))
    })
  }

  private async replayOf(id: string, as: Looker): Promise<Replay> {
    if (as === 'all') this.record ??= await get<GameRecord>(`/tables/${id}/record`)
    return get<Replay>(`/tables/${id}/replay${as === null ? '' : as === 'all' ? '?all=true' : `?seat=${as}`}`)
  }

  private replayOfRecord(as: Looker): Promise<Replay> {
    return post<Replay>('/records', { record: this.record, seat: as === 'all' ? null : as })
  }

  /** Have every move of one's own judged. */
  async ask(): Promise<void> {
    this.waiting = true
    await this.attempt(async () => {
      this.review = await get<Review>(`/tables/${this.id}/review?seat=${this.me ?? 0}`)
      const worst = [...this.costly].sort((a, b) => b.cost - a.cost)[0]
      if (worst) this.visit(worst)
    })
    this.waiting = false
  }

  /** Look at a costly move: the moment before it, as its seat saw it. */
  visit(move: Judged | null): void {
    this.turning = move
    if (move) this.go(move.index)
  }

  /** The moves that cost something, in the order of the game. */
  costly = $derived((this.review?.moves ?? []).filter(isCostly))

  /** The costly move and the better one, as long as the moment before them is on show. */
  ghosts = $derived.by((): Ghost[] => {
    const { turning, review, showing } = this
    if (!turning || showing.state !== turning.index || showing.suspense || this.me !== review?.seat) return []
    const { seat } = review
    return [
      { kind: 'better', way: wholeEvents(turning.best_way), seat, label: t('replay.better'), seen: false },
      { kind: 'played', way: wholeEvents(turning.way), seat, label: t('replay.played'), seen: false },
    ]
  })

  /** One moment after the other, for as long as it runs. */
  run(): void {
    this.running = !this.running
    if (this.running && !this.showing.busy) this.goesOn()
  }

  private goesOn(): void {
    if (this.running && this.at < this.last) this.go(this.at + 1)
    else this.running = false
  }

  /** The next moment is told; any other is shown at once. */
  go(to: number): void {
    const from = this.at
    this.at = Math.max(0, Math.min(to, this.last))
    if (this.at === from) return
    const told = this.toldAt(this.at)
    if (this.at !== from + 1) return this.show(told)
    this.telling.skip()
    this.telling.tell({ state: this.at, told, ...this.shownAt(this.at) })
  }

  private show(told: Told | null): void {
    this.telling.begin(this.at, told, null, this.shownAt(this.at).events)
  }

  private shownAt(at: number) {
    return inSuspense(this.box?.manners, this.viewAt(at - 1), this.viewAt(at), this.eventsAt(at))
  }

  /** An attachment: here the board stands. */
  stands = (root: HTMLElement): (() => void) => {
    this.root = root
    return () => (this.root = null)
  }

  goOn(): void {
    this.telling.goOn()
  }

  private eventsAt(at: number) {
    return wholeEvents(this.replay?.frames[at]?.events)
  }

  /** The board at a moment, with everything revealed if that is asked for. */
  private viewAt(at: number): AnyView | null {
    return this.unveiled?.[at]?.view ?? this.replay?.frames[at]?.view ?? null
  }

  private toldAt(at: number): Told | null {
    return toldOf(this.replay?.frames[at]?.line, this.eventsAt(at))
  }

  // What can be read off it -------------------------------------------------------------------------------------------

  get last(): number {
    return (this.replay?.frames.length ?? 1) - 1
  }

  get me(): number | null {
    return typeof this.as === 'number' ? this.as : null
  }

  get frame() {
    return this.replay?.frames[this.showing.state] ?? null
  }

  get view(): AnyView | null {
    return this.showing.suspense ?? this.viewAt(this.showing.state)
  }

  /** What just happened, in words; '' at the beginning. */
  get told(): string {
    const { told } = this.showing
    return told ? this.words.told(told.line, this.me, told.piece) : ''
  }

  /** Every moment with what lay hidden, if that is what one wants to see. */
  unveiled = $derived.by(() => {
    const { replay, record } = this
    if (this.as !== 'all' || !replay || !record || replay.seat !== null) return null
    return this.box?.manners.unveil?.(replay.frames, record.deal ?? {}) ?? null
  })

  get names(): string[] {
    if (this.table) return namesAt(this.table)
    const names = (this.replay?.names ?? []).map((name, seat) => {
      const level = this.levelAt(seat)
      return name || house.words.say(level ? `level.${level}` : 'seat', { seat })
    })
    return apart(names)
  }

  /** The bot of a seat, as the table or the file tells it; null for people. */
  private levelAt(seat: number): string | null {
    const sat = this.table?.seats[seat] ?? this.record?.seats?.[seat]
    const level = sat?.kind === 'bot' ? sat.level : null
    return level && house.words.has(`level.${level}`) ? level : null
  }

  get words() {
    const words = house.words.at(
      this.names,
      this.box?.words[house.language] ?? {},
      house.games[this.replay?.game ?? ''] ?? {},
    )
    return words.calling(this.frame ? (this.box?.manners.naming?.(this.frame.view) ?? null) : null)
  }

  /** What comes next in the game that one looks back at. */
  get sentence(): string {
    const { view } = this
    if (!view || !this.box) return ''
    const { me, names, words } = this
    const { manners } = this.box
    const sides = manners.sides?.(view) ?? names.length
    if (view.outcome) return inShort({ outcome: view.outcome, names, me, sides }, words)
    return manners.say(view, { me, myTurn: false, words, legal: [], planned: null, past: true })
  }

  get seats(): SeatLook[] {
    return Array.from({ length: this.replay?.players ?? 0 }, (_, seat) => ({
      name: this.names[seat] ?? '',
      mine: seat === this.me,
      bot: this.levelAt(seat) !== null,
      level: this.levelAt(seat),
      picture: this.table?.seats[seat]?.picture ?? '',
      here: true,
      standIn: false,
      acts: this.view?.to_act === seat,
    }))
  }
}

/** A file with one record, or the first of a file with one on each line; what names no format is none. */
function readRecord(text: string): GameRecord {
  const record = readJson(text) as GameRecord | null
  if (typeof record?.format !== 'string') throw new TypeError('not a record')
  return record
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return JSON.parse(text.split('\n').find((line) => line.trim()) ?? '')
  }
}
