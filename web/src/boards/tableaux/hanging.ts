/* Tableaux, without drawing: where a card may be laid, what touching a place means now, and how cards are called. */

import type { BoardProps } from '../contract'
import type { TableauxMove, TableauxTrick, TableauxView } from './protocol'

/** What the board is given, and hands on to its parts. */
export type Given = BoardProps<TableauxView, TableauxMove>
export type Cards = readonly (string | null)[]

export const SLOTS = [0, 1, 2, 3]
export const teamsOf = (view: TableauxView): number => Number(view.options.teams ?? 0)

/** In the opening everybody may choose a first card before being asked. */
export const isEarly = ({ view, me, seats }: Given): boolean =>
  view.phase === 'opening' &&
  me !== null &&
  view.to_act !== me &&
  (view.tableaux[me]?.length ?? 0) === 0 &&
  !seats[me]?.botPlays

/** May a card be taken into the hand now? */
export const mayHold = (given: Given): boolean => {
  const { view, me, seats } = given
  return (me !== null && view.to_act === me && !seats[me]?.botPlays) || isEarly(given)
}

/** The seats of one's own team, oneself first; without teams oneself alone. */
export function teamOf({ view }: Given, seat: number): number[] {
  const teams = teamsOf(view)
  const partners = view.hands.map((_, at) => at).filter((at) => teams > 0 && at !== seat && at % teams === seat % teams)
  return [seat, ...partners]
}

/** What was won by these seats, the newest last. */
export const wonBy = ({ view }: Given, seats: readonly number[]): TableauxTrick[] =>
  view.tricks.filter(({ seat }) => seats.includes(seat))

/** The others as one looks at them: partners first, then round the table from one's left. */
export function othersOf(given: Given): number[] {
  const { view, me } = given
  const round = view.hands.map((_, at) => (at + (me ?? -1) + 1) % view.players).filter((seat) => seat !== me)
  const partners = me === null ? [] : teamOf(given, me)
  return [...round.filter((seat) => partners.includes(seat)), ...round.filter((seat) => !partners.includes(seat))]
}

// What can be done ----------------------------------------------------------------------------------------------------

export const canDraw = ({ legal }: Given, from: 'pile' | 'discard'): boolean =>
  legal.some((move) => move.type === 'draw' && move.from === from)

export const throwAway = ({ legal }: Given, card: string | null): TableauxMove | undefined =>
  legal.find((move) => move.type === 'discard' && move.card === card)

const isLaying = (move: TableauxMove, card: string) =>
  (move.type === 'lay' || move.type === 'start') && move.card === card

/** Would this card be the fourth of a tableau? */
export const completes = (given: Given, card: string): boolean =>
  given.legal.some((move) => move.type === 'lay' && move.card === card && given.view.tableaux[move.on]?.length === 3)

/** Must a card be thrown away, because none can be laid? */
export const mustDiscard = ({ legal }: Given): boolean =>
  legal.length > 0 && legal.every((move) => move.type === 'discard')

/** The card that was just drawn into one's own hand: where it lies in it. */
export function newIn({ view, me }: Given): number {
  const last = view.last
  return last?.type === 'drew' && last.seat === me && last.card !== null ? (view.hand ?? []).lastIndexOf(last.card) : -1
}

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

const cardName = ({ words }: Given, card: string): string => words.say(`card.${card}`)

/** A card, with the motif of its frame for those who cannot see colours. */
export const cardLabel = (given: Given, card: string | null): string =>
  card
    ? given.words.row(
        cardName(given, card),
        given.words.say('board.frame', { motif: given.words.say(`motif.${card.split('-')[0]}`) }),
      )
    : given.words.say('board.face_down')

/** Several cards, one after the other. */
export const named = (given: Given, cards: Cards): string =>
  cards.length
    ? given.words.list(cards.map((card) => (card ? cardName(given, card) : given.words.say('board.face_down'))))
    : given.words.say('board.empty')

/** On what a tableau is played, once its second card lies (tableaux.7), and what it will be worth (tableaux.17). */
export function kindOf([a, b]: Cards): { by: 'colour' | 'shape'; value: string; points: number } | null {
  if (!a || !b) return null
  const [colour = '', shape = ''] = a.split('-')
  return b.startsWith(`${colour}-`)
    ? { by: 'colour', value: colour, points: 1 }
    : { by: 'shape', value: shape, points: 2 }
}

/** How a tableau under way goes on: its kind, what is missing, and what it will be worth. */
export function kindWords({ words }: Given, cards: Cards): { kind: string; missing: string; worth: string } {
  const kind = kindOf(cards)
  if (!kind) return { kind: words.say(cards.length ? 'board.started' : 'board.no_card'), missing: '', worth: '' }
  return {
    kind: words.say(`kind.${kind.value}`),
    missing: words.say('board.missing', { count: SLOTS.length - cards.length }),
    worth: words.say('board.points', { count: kind.points }),
  }
}
