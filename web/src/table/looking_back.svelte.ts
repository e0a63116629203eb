/* A game that is over, moment by moment: what was loaded, as whom one looks, and at which moment. No drawing. */

import { get, post } from '../api'
import type { Box, SeatLook } from '../boards/contract'
import { boxOf } from '../boards/find'
import { house, t, wordsOf } from '../house.svelte'
import type { Fairness, Replay, Review, TableInfo } from '../protocol'
import { dealIsFair } from '../sha256'
import { namesAt } from '../start'

/** As whom one looks: a seat, spectators (null), or with everything revealed. */
export type Looker = number | 'all' | null

/** A record, as far as the page reads it; the house knows the rest. */
interface GameRecord {
  deal?: object
  fairness?: { sha256?: string; salt?: string }
}

const STEP = 1300

export class LookingBack {
  replay = $state.raw<Replay | null>(null)
  box = $state.raw<Box | null>(null)
  review = $state.raw<Review | null>(null)
  fair = $state<'yes' | 'no' | 'none' | null>(null)
  as = $state<Looker>(null)
  at = $state(0)
  running = $state(false)
  waiting = $state(false)
  trouble = $state('')
  private table = $state.raw<TableInfo | null>(null)
  private record = $state.raw<GameRecord | null>(null)

  /** Of a table, or (null) of a file that is still to be opened. */
  constructor(readonly id: string | null) {
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
      this.record = readRecord(await file.text())
    } catch {
      this.trouble = t('fault.not_a_record')
      return
    }
    this.at = 0
    await this.look(null)
    const { fairness, deal } = this.record
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
    })
    this.waiting = false
  }

  /** One moment after the other, for as long as it runs; answers how to stop. */
  run(): () => void {
    const timer = setInterval(() => {
      if (this.at < this.last) this.at += 1
      else this.running = false
    }, STEP)
    return () => clearInterval(timer)
  }

  go(to: number): void {
    this.at = Math.max(0, Math.min(to, this.last))
  }

  // What can be read off it -------------------------------------------------------------------------------------------

  get last(): number {
    return (this.replay?.frames.length ?? 1) - 1
  }

  get me(): number | null {
    return typeof this.as === 'number' ? this.as : null
  }

  get frame() {
    return this.replay?.frames[this.at] ?? null
  }

  /** Every moment with what lay hidden, if that is what one wants to see. */
  unveiled = $derived.by(() => {
    const { replay, record } = this
    if (this.as !== 'all' || !replay || !record || replay.seat !== null) return null
    return this.box?.manners.unveil?.(replay.frames, record.deal ?? {}) ?? null
  })

  get names(): string[] {
    if (this.table) return namesAt(this.table)
    return (this.replay?.names ?? []).map((name, seat) => name || house.words.say('seat', { seat }))
  }

  get words() {
    const words = house.words.at(
      this.names,
      this.box?.words[house.language] ?? {},
      house.games[this.replay?.game ?? ''] ?? {},
    )
    return words.calling(this.frame ? (this.box?.manners.naming?.(this.frame.view) ?? null) : null)
  }

  get seats(): SeatLook[] {
    return Array.from({ length: this.replay?.players ?? 0 }, (_, seat) => ({
      name: this.names[seat] ?? '',
      mine: seat === this.me,
      bot: false,
      level: null,
      here: true,
      standIn: false,
      acts: this.frame?.view.to_act === seat,
    }))
  }
}

/** A file with one record, or the first of a file with one on each line. */
function readRecord(text: string): GameRecord {
  try {
    return JSON.parse(text) as GameRecord
  } catch {
    return JSON.parse(text.split('\n').find((line) => line.trim()) ?? '') as GameRecord
  }
}
