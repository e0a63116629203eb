/* An opponent made to measure: its strength in words. The house counts it, in half levels. No drawing. */

import type { TableInfo } from '../protocol'
import type { Words } from '../words'

/** As which it begins, and what it counts as where nobody has met it. */
export const BEGINS = 2

/** The levels that a strength lies between, the same twice when it is a whole one; beyond the ends the last one. */
export function neighbours(strength: number, levels: string[]): [string, string] {
  const within = Math.min(Math.max(strength, 0), 2 * (levels.length - 1))
  return [levels[Math.floor(within / 2)] ?? '', levels[Math.ceil(within / 2)] ?? '']
}

/** A strength in words: a level, or between two. */
export function strengthIn(strength: number, levels: string[], words: Words): string {
  const [low, high] = neighbours(strength, levels).map((level) => words.say(`level.${level}`).toLocaleLowerCase())
  return low === high ? (low ?? '') : words.say('level.between', { low: low ?? '', high: high ?? '' })
}

/** What became of it after a game; '' where none sat at the table, or while the game goes on. */
export function measured(table: TableInfo, levels: string[], words: Words): string {
  const seat = table.seats.find((one) => one.strength !== null)
  if (!seat?.level || table.measure === null || seat.strength === null) return ''
  const args = {
    played: words.say(`level.${seat.level}`).toLocaleLowerCase(),
    level: strengthIn(table.measure, levels, words),
  }
  return words.say(table.measure === seat.strength ? 'level.adaptive.stays' : 'level.adaptive.after', args)
}
