/* Tonoo, without drawing: what touching a cylinder means now, what is on show, and how it is called. */

import type { BoardProps } from '../contract'
import type { TonooLifted, TonooMove, TonooView } from './protocol'

/** What the board is given, and hands on to its parts. */
export type Given = BoardProps<TonooView, TonooMove>

/** The pawns in the order of the rails. */
export const KINDS = ['red', 'blue', 'yellow', 'green', 'joker'] as const
export const CYLINDERS = [0, 1, 2, 3]

/** A pawn in the ids of the drawings. */
export const letter = (pawn: string): string => pawn.charAt(0)

// What can be done ----------------------------------------------------------------------------------------------------

export const canDraw = ({ legal }: Given): boolean => legal.some((move) => move.type === 'draw')
export const canPlace = ({ legal }: Given, cylinder: number): boolean =>
  legal.some((move) => move.type === 'place' && move.cylinder === cylinder)
export const canLift = ({ legal }: Given, cylinder: number): boolean =>
  legal.some((move) => move.type === 'lift' && move.cylinder === cylinder)
export const mustReturn = ({ view, me, seats }: Given): boolean =>
  me !== null && view.to_act === me && view.phase === 'return' && !seats[me]?.botPlays

/** What touching a cylinder means now. */
export const onCylinder = ({ view }: Given, cylinder: number): TonooMove => ({
  type: view.phase === 'place' ? 'place' : 'lift',
  cylinder,
})

/** Is this move about that cylinder? */
export const isAt = (move: TonooMove | null, cylinder: number): boolean =>
  move !== null && 'cylinder' in move && move.cylinder === cylinder

/** What one risks by lifting a cylinder, as far as one may know. */
export function risk({ view }: Given, cylinder: number): string {
  const inside = view.counts?.[cylinder]
  return inside === undefined ? 'board.risk' : inside === 0 ? 'board.risk_empty' : 'board.risk_pawn'
}

// What is on show -----------------------------------------------------------------------------------------------------

/** The cylinder that was lifted just now, if one was. */
export const liftedIn = (view: TonooView): TonooLifted | null => (view.last?.type === 'lifted' ? view.last : null)

/** The pawns of a lifted cylinder, each with whether it is kept: of two alike the first one is. */
export function sorted({ pawns, kept }: TonooLifted): { pawn: string; kept: boolean }[] {
  const left = [...kept]
  return pawns.map((pawn) => {
    const at = left.indexOf(pawn)
    if (at >= 0) left.splice(at, 1)
    return { pawn, kept: at >= 0 }
  })
}

/** How many pawns a seat owns, of one kind or in all. */
export const owned = (view: TonooView, seat: number, kind?: string): number =>
  view.owned[seat]?.filter((pawn) => kind === undefined || pawn === kind).length ?? 0

// How it is called ----------------------------------------------------------------------------------------------------

/** What lies in a cylinder, for those who cannot see it. */
export function insideLabel({ words }: Given, cylinder: number, pawns: readonly string[]): string {
  const named = pawns.length ? words.list(pawns.map((pawn) => words.say(`pawn.${pawn}`))) : words.say('board.empty')
  return words.say('board.inside', { cylinder, pawns: named })
}

/** A cylinder, how it stands, and what touching it does. */
export function cylinderLabel(given: Given, cylinder: number): string {
  const { view, words } = given
  const out = view.cylinders_out[cylinder]
  const parts = [
    words.say('board.cylinder', { cylinder }),
    words.say(out ? 'board.out' : view.full?.[cylinder] ? 'board.full' : 'board.closed'),
  ]
  if (view.counts && !out) parts.push(words.say('board.count', { count: view.counts[cylinder] ?? 0 }))
  if (canPlace(given, cylinder)) parts.push(words.say('board.put'))
  if (canLift(given, cylinder)) parts.push(words.say('board.lift'))
  return parts.join(', ')
}

/** The few words under a cylinder. */
export function cylinderPill(given: Given, cylinder: number): string {
  const { view, words } = given
  if (view.cylinders_out[cylinder]) return words.say('board.out')
  if (view.counts) return words.say('board.count', { count: view.counts[cylinder] ?? 0 })
  if (canPlace(given, cylinder)) return words.say('board.put')
  if (canLift(given, cylinder)) return words.say('board.lift')
  return words.say('board.cylinder', { cylinder })
}
