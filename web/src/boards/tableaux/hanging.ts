/* Tableaux, without drawing: where a card may be laid, what touching a place means now, and how cards are called. */

import type { BoardProps } from '../contract'
import type { TableauxMove, TableauxTrick, TableauxView } from './protocol'

/** What the board is given, and hands on to its parts. */
export type Given = BoardProps<TableauxView, TableauxMove>
type Cards = readonly (string | null)[]

export const SLOTS = [0, 1, 2, 3]
export const teamsOf = (view: TableauxView): number => Number(view.options.teams ?? 0)

/** In the opening everybody may choose a first card before being asked. */
export const isEarly = ({ view, me }: Given): boolean =>
  view.phase === 'opening' && me !== null && view.to_act !== me && (view.tableaux[me]?.length ?? 0) === 0

/** May a card be taken into the hand now? */
export const mayHold = (given: Given): boolean =>
  (given.me !== null && given.view.to_act === given.me) || isEarly(given)

/** What was won and belongs to the one who looks, or to their team; everything for those who only watch. */
export function wonBy({ view, me }: Given): TableauxTrick[] {
  const teams = teamsOf(view)
  return view.tricks.filter(({ seat }) => me === null || seat === me || (teams > 0 && seat % teams === me % teams))
}

// What can be done ----------------------------------------------------------------------------------------------------

export const canDraw = ({ legal }: Given, from: 'pile' | 'discard'): boolean =>
  legal.some((move) => move.type === 'draw' && move.from === from)

export const throwAway = ({ legal }: Given, card: string | null): TableauxMove | undefined =>
  legal.find((move) => move.type === 'discard' && move.card === card)

const isLaying = (move: TableauxMove, card: string) =>
  (move.type === 'lay' || move.type === 'start') && move.card === card

/** Is there a place where this card may be laid? */
export const isUseful = (given: Given, card: string): boolean =>
  isEarly(given) || given.legal.some((move) => isLaying(move, card))

/** What laying a card in front of a seat would be, if it is allowed. */
export function layOn(given: Given, card: string | null, seat: number): TableauxMove | undefined {
  if (!card) return undefined
  if (isEarly(given) && seat === given.me) return { type: 'start', card, on: seat }
  return given.legal.find((move) => isLaying(move, card) && 'on' in move && move.on === seat)
}

/** Lay a card in front of a seat: now, or as soon as one is asked. What is not allowed is answered with the reason. */
export function lay(given: Given, card: string | null, seat: number): void {
  if (!card) return
  const move = layOn(given, card, seat)
  if (isEarly(given) && move) return given.plan(move)
  const { phase } = given.view
  given.play(move ?? { type: phase === 'new' || phase === 'opening' ? 'start' : 'lay', card, on: seat })
}

/** Touching the discard pile: a chosen card is thrown away, otherwise one is drawn. */
export function onDiscard(given: Given, card: string | null): void {
  const throwing = card !== null && given.view.phase === 'play'
  given.play(throwAway(given, card) ?? (throwing ? { type: 'discard', card } : { type: 'draw', from: 'discard' }))
}

// How it is called ----------------------------------------------------------------------------------------------------

function cardName({ words }: Given, card: string): string {
  const [colour = '', shape = ''] = card.split('-')
  return words.say('card', { colour, shape })
}

/** A card, with the motif of its frame for those who cannot see colours. */
export const cardLabel = (given: Given, card: string | null): string =>
  card
    ? `${cardName(given, card)}, ${given.words.say('board.frame', {
        motif: given.words.say(`motif.${card.split('-')[0]}`),
      })}`
    : given.words.say('board.face_down')

/** Several cards, one after the other. */
export const named = (given: Given, cards: Cards): string =>
  cards.length
    ? given.words.list(cards.map((card) => (card ? cardName(given, card) : given.words.say('board.face_down'))))
    : given.words.say('board.empty')

/** What all cards of a tableau have in common: "red-" or "-star". */
export function shared([a, b]: Cards): string {
  const [colour = '', shape = ''] = (a ?? '').split('-')
  return b?.startsWith(`${colour}-`) ? `${colour}-` : `-${shape}`
}

/** How a tableau under way goes on, in words. */
export function kind({ words }: Given, [a, b]: Cards): string {
  if (!a) return ''
  const [colour = '', shape = ''] = a.split('-')
  if (!b) return words.say('board.either')
  return b.split('-')[0] === colour ? words.say('board.by_colour', { colour }) : words.say('board.by_shape', { shape })
}
