/* Which moves name which places. A move is put on a place only if one of its arguments bears the name of the part:
   `cell` points into `cells`, `stack` at one of the `stacks`, `stall` and `column` into one of the `stalls`; where a
   view has rows only once, `row` will do. Everything else stays a button. */

import type { AnyMove } from '../../table/state'
import type { Part } from './shape'

/** The name of a place: `cells.4`, `stacks.1` for a whole stack, `rows.0.2` for a tile in a row. */
export type Place = string

const INSIDE = ['column', 'slot', 'place']

const plurals = (word: string) => [word, `${word}s`, `${word}es`, `${word.slice(0, -1)}ies`, `${word.slice(0, -1)}ves`]
const calls = (argument: string, part: Part) => plurals(argument).includes(part.name.split('.').at(-1) ?? '')
const isIndex = (value: unknown, length: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < length

/** Places of one part that a move names. */
function placesIn(part: Part, move: AnyMove, onlyRows: boolean): Place[] {
  const { type: _, ...given } = move
  const found = Object.entries(given).find(([argument]) => calls(argument, part))
  if (part.kind === 'row' || part.kind === 'square') {
    if (!found) return []
    const [, value] = found
    if (isIndex(value, part.things.length)) return [`${part.name}.${value}`]
    return typeof value === 'string'
      ? part.things.flatMap((thing, at) => (thing === value ? [`${part.name}.${at}`] : []))
      : []
  }
  if (part.kind === 'fact') return []
  const row = found?.[1] ?? (onlyRows ? given.row : undefined)
  if (!isIndex(row, part.rows.length)) return []
  const inside = INSIDE.find((argument) => argument in given)
  if (inside === undefined) return [`${part.name}.${row}`]
  return isIndex(given[inside], part.rows[row]?.length ?? 0) ? [`${part.name}.${row}.${given[inside]}`] : []
}

export interface Placed {
  /** The moves that name a place; with exactly one the place plays it, with several it narrows the choice. */
  at: Map<Place, AnyMove[]>
  /** The moves that a place plays at a touch: they need no button. */
  touched: Set<AnyMove>
}

/** Every legal move at the places that it names. */
export function placed(parts: readonly Part[], legal: readonly AnyMove[]): Placed {
  const at = new Map<Place, AnyMove[]>()
  const named = new Map<AnyMove, number>()
  const onlyRows = parts.filter((part) => part.kind === 'rows').length === 1
  for (const move of legal) {
    const inParts = parts.map((part) => placesIn(part, move, onlyRows))
    named.set(move, inParts.filter((places) => places.length).length)
    for (const place of inParts.flat()) at.set(place, [...(at.get(place) ?? []), move])
  }
  const touched = new Set<AnyMove>()
  for (const moves of at.values()) {
    const [only] = moves
    if (only && moves.length === 1 && named.get(only) === 1) touched.add(only)
  }
  return { at, touched }
}
