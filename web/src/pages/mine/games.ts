/* What the page of one's games says of each of them. No drawing. */

import { house, t } from '../../house.svelte'
import type { MyGame, Rival, TableInfo } from '../../protocol'
import { namesAt } from '../../start'
import { isMine } from '../shelf/tables'

export const isOver = ({ table }: MyGame) => table.outcome !== null
export const title = (game: string) => house.of(game).say('title')

/** My own seats; the first is mine, the others belong to people at the same device. */
export const mySeats = (table: TableInfo) =>
  table.seats.flatMap((seat, at) => (seat.guest !== null && seat.guest === house.guest?.id ? [at] : []))

/** Whether a bot plays for me there. */
export const isReplaced = (table: TableInfo) =>
  table.status === 'playing' && mySeats(table).some((at) => table.seats[at]?.stand_in && !table.seats[at].resigned)

export type Result = 'won' | 'lost' | 'shared'

/** How it ended for me. */
export function resultOf(table: TableInfo): Result {
  const winners = table.outcome?.winners ?? []
  const won = mySeats(table).some((at) => winners.includes(at))
  return won ? (winners.length > 1 ? 'shared' : 'won') : 'lost'
}

/** What is going on at a table, in a few words. */
export function stateOf(table: TableInfo): string {
  if (table.status === 'open') {
    const free = table.seats.filter((seat) => seat.kind === 'open').length
    return free ? t('shelf.free_seats', { count: free }) : t('shelf.waiting')
  }
  if (table.trouble) return t('mine.stopped')
  if (isReplaced(table)) return t('mine.replaced')
  if (isMine(table)) return t('shelf.my_turn')
  return typeof table.to_act === 'number' ? t('mine.thinks', { name: namesAt(table)[table.to_act] ?? '' }) : ''
}

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

/** How long ago something was: "3 minutes ago", "yesterday". */
export function ago(at: number, now = Date.now()): string {
  const words = new Intl.RelativeTimeFormat(house.language, { numeric: 'auto' })
  for (const [unit, length] of UNITS)
    if (now - at >= length) return words.format(-Math.floor((now - at) / length), unit)
  return t('mine.just_now')
}

/** One plank: a box, and how I fared against each opponent of the house in it. */
export interface Plank {
  game: string
  bots: Rival[]
  people: Rival[]
}

export function planks(rivals: Rival[]): Plank[] {
  return (house.info?.games ?? []).map(({ slug, facts }) => {
    const here = rivals.filter((rival) => rival.game === slug)
    const bots = facts.levels.map(
      (level) =>
        here.find((rival) => rival.level === level) ??
        ({ game: slug, level: level as Rival['level'], name: '', picture: '', won: 0, lost: 0 } satisfies Rival),
    )
    return { game: slug, bots, people: here.filter((rival) => rival.level === null) }
  })
}

/** An opponent of the house whom I have never beaten there, and who has beaten me most: worth another evening. */
export function dare(rivals: Rival[]): Rival | null {
  const unbeaten = rivals.filter((rival) => rival.level && rival.won === 0 && rival.lost > 1)
  return unbeaten.sort((a, b) => b.lost - a.lost)[0] ?? null
}
