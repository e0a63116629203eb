/* Bonbons, without drawing: what lies where, what touching it means now, and how it is called. */

import type { Words } from '../../words'
import type { BoardProps } from '../contract'
import type { BonbonsMove, BonbonsRound, BonbonsSquare, BonbonsTile, BonbonsView } from './protocol'

/** What the board is given, and hands on to its parts. */
export type Given = BoardProps<BonbonsView, BonbonsMove>

const isFound = (tile: BonbonsTile) => tile.state === 'up' || tile.state === 'covered'

/** How far a seat has come: rounds found, of how many. */
export function progress(view: BonbonsView, seat: number): { found: number; count: number } {
  const row = view.rounds[seat]
  return { found: row?.filter(isFound).length ?? 0, count: row?.length ?? 4 }
}

/** Is this that very move, or that very place? */
export const isSame = <T extends object>(one: T | null, other: T): boolean =>
  one !== null && (Object.keys(other) as (keyof T)[]).every((name) => one[name] === other[name])

/** Was the tile at this place turned just now, and did it not stay up? */
export const isFresh = (view: BonbonsView, tile: BonbonsTile, place: BonbonsSquare | BonbonsRound): boolean =>
  tile.state !== 'up' && view.shown.some((one) => isSame(one, place))

/** What touching a round means now. */
export function onRound({ view, me }: Given, seat: number, slot: number): BonbonsMove {
  if (seat === me && (view.phase === 'give' || view.phase === 'cover')) return { type: view.phase, slot }
  return { type: 'turn_round', seat, slot }
}

// How it is called ----------------------------------------------------------------------------------------------------

function sweet(picture: string, words: Words): string {
  const [kind = '', taste] = picture.split('-')
  return taste ? `${words.say(`sweet.${kind}`)} ${words.say(`taste.${taste}`)}` : words.say(`sweet.${kind}`)
}
function what(tile: BonbonsTile, words: Words): string {
  if (tile.state === 'gone') return words.say('board.gone')
  if (tile.picture)
    return words.say(tile.state === 'up' ? 'board.found' : 'board.turned', { what: sweet(tile.picture, words) })
  return words.say(tile.state === 'covered' ? 'board.covered' : 'board.down')
}

/** A square, by its row and column; `can` adds what touching it does. */
export function squareLabel({ view, words }: Given, cell: number, tile: BonbonsTile, can: boolean): string {
  const side = Math.round(Math.sqrt(view.grid.length))
  const place = { row: Math.floor(cell / side), column: cell % side, what: what(tile, words) }
  const text = words.say('board.square', place)
  return can ? words.pair(text, words.say('board.turn')) : text
}

/** A round, by whose it is; `can` adds what touching it does. */
export function roundLabel(given: Given, seat: number, slot: number, tile: BonbonsTile, can: boolean): string {
  const { me, seats, words } = given
  const place = { slot, name: seats[seat]?.name ?? '', what: what(tile, words) }
  const text = words.say(seat === me ? 'board.my_round' : 'board.round', place)
  const { type } = onRound(given, seat, slot)
  return can ? words.pair(text, words.say(type === 'turn_round' ? 'board.turn' : `board.${type}`)) : text
}

/** A row of rounds, by whose it is and how far it has come. */
export const rowLabel = ({ view, seats, words }: Given, seat: number): string =>
  words.say('board.row_of', { name: seats[seat]?.name ?? '', ...progress(view, seat) })
