/* What is said when a game is over: who won, by how much, and who stands where. No drawing. */

import type { Outcome } from '../protocol'
import type { Words } from '../words'

/** What the end is told from. */
export interface Over {
  outcome: Outcome
  names: string[]
  /** Who reads it; null where several people do. */
  me: number | null
  /** How many sides played against each other: seats so far apart are partners. */
  sides: number
}

const won = ({ outcome }: Over, seat: number): boolean => outcome.winners.includes(seat)

/** A side won that is not mine. */
export const isLost = (over: Over): boolean => over.me !== null && !won(over, over.me)

/** Winners first, then by score. */
export function ranking({ outcome }: Pick<Over, 'outcome'>): { seat: number; score: number; winner: boolean }[] {
  return outcome.scores
    .map((score, seat) => ({ seat, score, winner: outcome.winners.includes(seat) }))
    .sort((a, b) => Number(b.winner) - Number(a.winner) || b.score - a.score)
}

/** Who won, said to whoever reads it. */
export function headline(over: Over, words: Words): string {
  const { outcome, names, me, sides } = over
  const one = new Set(outcome.winners.map((seat) => seat % sides)).size === 1
  const others = words.list(outcome.winners.filter((seat) => seat !== me).map((seat) => names[seat] ?? ''))
  if (me !== null && won(over, me)) {
    if (outcome.winners.length === 1) return words.say('end.you_won', { name: names[me] ?? '' })
    return words.say(one ? 'end.team_won' : 'end.shared_you', { names: others })
  }
  return words.say(one ? 'end.won' : 'end.shared', { names: others, count: outcome.winners.length })
}

/** The same in the one sentence below a board. */
export function inShort(over: Over, words: Words): string {
  const [winner, ...partners] = over.outcome.winners
  if (winner === undefined || partners.length) return headline(over, words)
  return winner === over.me ? words.say('table.you_won') : words.say('table.won', { seat: winner })
}

/** By how much, in the words of the box; '' where scores do not tell who won. */
export function margin({ outcome, sides }: Over, words: Words): string {
  const sidesWon = new Set(outcome.winners.map((seat) => seat % sides))
  const best = outcome.scores[outcome.winners[0] ?? 0] ?? 0
  const rest = outcome.scores.filter((_, seat) => !sidesWon.has(seat % sides))
  const next = Math.max(...rest, -Infinity)
  return next === -Infinity || best <= next
    ? ''
    : words.say('end.by', { best: words.say('score', { count: best }), next })
}

/** A kind word for who has lost. */
export function kindWord({ outcome, me }: Over, words: Words): string {
  const missing = (outcome.scores[outcome.winners[0] ?? 0] ?? 0) - (outcome.scores[me ?? 0] ?? 0)
  return words.say(missing === 0 || missing === 1 ? 'end.close' : 'end.kind')
}
