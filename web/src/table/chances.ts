/* Chances in words: exact ones with a decimal, estimated ones rounded and with how far they may be off. No drawing. */

import type { Args, Words } from '../words'

export interface ChanceTold {
  kind: 'exact' | 'about' | 'rounded' | 'least' | 'most'
  args: Args
  low: number
  high: number
}

const within = (share: number) => Math.min(1, Math.max(0, share))

/**
 * A chance and the margin on either side in which it lies; without one it is exact. Limits that print alike say
 * nothing: next to nought and next to certain are called so, anything else is only rounded.
 */
export function chanceIn(chance: number, margin: number, words: Words): ChanceTold {
  const [low, high] = [within(chance - margin), within(chance + margin)]
  if (!margin) return { kind: 'exact', args: { chance: words.percent(chance, 1) }, low, high }
  const args = { chance: words.percent(chance), low: words.percent(low), high: words.percent(high) }
  if (args.low !== args.high) return { kind: 'about', args, low, high }
  if (args.high === words.percent(0)) return { kind: 'least', args: { chance: words.percent(0.01) }, low, high }
  if (args.low === words.percent(1)) return { kind: 'most', args: { chance: words.percent(0.99) }, low, high }
  return { kind: 'rounded', args, low, high }
}

/** A move that cost something for sure: more than noise, and enough to be worth a word. */
export const isCostly = ({ cost, margin }: { cost: number; margin: number }): boolean =>
  cost > Math.max(WORTH_A_WORD, margin)

const WORTH_A_WORD = 0.03

/** A choice of which it is certain that there was no better one, for what could be known then. */
export const isBest = ({ cost, basis, forced }: { cost: number; basis: string; forced: boolean }): boolean =>
  basis === 'exact' && !forced && cost === 0

export interface CostTold {
  key: string
  args: Args
  between: Args | null
}

/** What a move cost, in points of winning chance: exactly with a decimal, otherwise about, and within which limits. */
export function costIn({ cost, margin }: { cost: number; margin: number }, words: Words): CostTold {
  const points = 100 * cost
  if (!margin) {
    const exact = words.number(Math.round(points * 10) / 10)
    return { key: 'replay.lost_exactly', args: { count: Math.round(points), cost: exact }, between: null }
  }
  const [low, high] = [Math.max(0, points - 100 * margin), Math.min(100, points + 100 * margin)]
  const between = { low: Math.round(low), high: Math.round(high) }
  return { key: 'replay.lost', args: { count: Math.round(points) }, between }
}
