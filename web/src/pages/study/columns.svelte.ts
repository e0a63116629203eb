/* The tables that are compared: which play of the study each letter stands for. No drawing. */

import type { Studied, StudiedPlay } from '../../protocol'
import { crowds, isRandom } from '../expect/studied'

const MOST = 5

export class Columns {
  /** Numbers of plays of the study. */
  chosen = $state<number[]>([])

  /** At first the usual table and what differs from it most: another variant, or another number of players. */
  constructor(readonly studied: Studied) {
    const bots = studied.plays.filter((play) => !isRandom(play))
    const others = bots.filter((play) => bots[0] && play.players === bots[0].players && play !== bots[0])
    const second = others[0] ?? bots[1] ?? studied.plays[1]
    this.chosen = [bots[0] ?? studied.plays[0], second].flatMap((play) => (play ? [studied.plays.indexOf(play)] : []))
  }

  get plays(): StudiedPlay[] {
    return this.chosen.flatMap((at) => this.studied.plays[at] ?? [])
  }

  get full(): boolean {
    return this.chosen.length >= MOST
  }

  /** The variants and numbers of players, whoever plays. */
  get tables(): StudiedPlay[] {
    return this.studied.plays.filter((play) => play.by === this.studied.plays[0]?.by)
  }

  /** One more: the next play that is not there yet. */
  add(): void {
    const next = this.studied.plays.findIndex((play, at) => !isRandom(play) && !this.chosen.includes(at))
    if (!this.full) this.chosen = [...this.chosen, next < 0 ? 0 : next]
  }

  remove(column: number): void {
    this.chosen = this.chosen.filter((_, at) => at !== column)
  }

  /** Another table, by the same players. */
  seat(column: number, table: StudiedPlay): void {
    this.pick(column, table, this.plays[column]?.by ?? table.by)
  }

  /** Other players, at the same table. */
  let(column: number, random: boolean): void {
    const now = this.plays[column]
    const other = now && this.studied.plays.find((play) => isRandom(play) === random)
    if (now && other) this.pick(column, now, other.by)
  }

  private pick(column: number, table: StudiedPlay, by: string): void {
    const found = crowds(this.studied, { ...table, by }).find((play) => play.players === table.players)
    if (!found) return
    const at = this.studied.plays.indexOf(found)
    this.chosen = this.chosen.map((old, place) => (place === column ? at : old))
  }
}

/** A, B, C … */
export const letter = (column: number): string => String.fromCharCode(65 + column)
