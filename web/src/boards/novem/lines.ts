/* Novem, without drawing: rows, columns and the cells where they cross; who may choose one when. */

import type { Words } from '../../words'
import type { BoardProps } from '../contract'
import type { NovemMove, NovemView } from './protocol'

/** What the board is given, and hands on to its parts. */
export type Given = BoardProps<NovemView, NovemMove>
export type Line = NovemMove['line']

export const ROWS = ['A', 'B', 'C'] as const
export const COLUMNS = ['1', '2', '3'] as const

export const rowOf = (cell: number) => ROWS[Math.floor(cell / 3)] ?? 'A'
export const columnOf = (cell: number) => COLUMNS[cell % 3] ?? '1'
/** The markers of a seat: the first plays rows, the second columns. */
export const linesOf = (seat: number | null): readonly Line[] => (seat === 1 ? COLUMNS : ROWS)
/** The line of a seat that goes through a cell. */
export const lineThrough = (cell: number, seat: number): Line => (seat === 0 ? rowOf(cell) : columnOf(cell))
export const isIn = (cell: number, line: string | null) => rowOf(cell) === line || columnOf(cell) === line

/** The markers of a duel are being turned up, and the board is still the one before it. */
export const isTurning = (view: NovemView) => view.to_act === 'chance'
/** A player has to choose a marker: the match is not over, and no markers are being turned up. */
export const isAsked = (view: NovemView) => typeof view.to_act === 'number'
export const isMyTurn = ({ view, me, seats }: Given) => me !== null && view.to_act === me && !seats[me]?.botPlays
/** One may choose while the attacker still thinks; the choice stays on this page until it is asked for. */
export const mayPlan = ({ view, me, seats }: Given) =>
  me !== null && isAsked(view) && view.to_act !== me && me !== view.attacker && !view.laid && !seats[me]?.botPlays
/** any.2: what was found is shown until somebody does the next thing. */
export const crossing = (view: NovemView) => (view.laid ? null : view.last)

/** What was found ended the game before this one: it was on another board. */
export const isPast = (view: NovemView) => !!view.last && view.last.number !== view.number

/** A game has ended, and nothing was taken yet in the next one. */
export const isBetween = (view: NovemView) =>
  view.number > 0 && isAsked(view) && view.taken.every((count) => count === 0)

/** What a cell is called: where it lies, and the tiles that are left there. */
export function cellLabel(view: NovemView, cell: number, words: Words): string {
  const upper = view.board[cell] ?? 0
  const left = ['board.none', 'board.one', 'board.two'][view.tiles[cell] ?? 0] ?? ''
  const what = words.say(left, { upper, lower: 10 - upper })
  return words.say('board.cell', { row: rowOf(cell), column: columnOf(cell), what })
}
