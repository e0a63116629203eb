/* Reading a view that nobody drew a board for, by the types of what it holds: single things, rows of tiles, a grid of
   cells, stacks. No drawing and no words. */

/** Something that lies on the table: a word or a number, nothing that can be seen, or several such things as one. */
export type Thing = string | number | boolean | null | Thing[] | { [name: string]: Thing }

export type Part =
  /** One thing with a name: a count, a phase, a piece in the hand. */
  | { kind: 'fact'; name: string; thing: Thing }
  /** Things in a row. */
  | { kind: 'row'; name: string; things: Thing[] }
  /** Cells in a square, in one list. */
  | { kind: 'square'; name: string; things: Thing[]; width: number }
  /** Several rows: a board of cells when they are `even`, otherwise stacks, hands, heaps, from the bottom up. */
  | { kind: 'rows'; name: string; rows: Thing[][]; even: boolean }

/** What every view has, and is shown elsewhere. */
const COMMON = new Set(['game', 'players', 'options', 'seat', 'entries', 'to_act', 'outcome', 'last', 'turn'])

const isThings = (thing: Thing): thing is Thing[] => Array.isArray(thing)

function partOf(name: string, thing: Thing): Part {
  if (!isThings(thing)) return { kind: 'fact', name, thing }
  if (thing.length && thing.every(isThings)) {
    const width = thing[0]?.length ?? 0
    const even = thing.length > 1 && width > 1 && thing.every((row) => row.length === width)
    return { kind: 'rows', name, rows: thing, even }
  }
  const width = Math.sqrt(thing.length)
  return width > 2 && Number.isInteger(width)
    ? { kind: 'square', name, things: thing, width }
    : { kind: 'row', name, things: thing }
}

/** What one seat has of a list with something for each: one thing, or several. */
export const ofSeat = (part: Part, seat: number): Thing =>
  (part.kind === 'rows' ? part.rows[seat] : part.kind === 'fact' ? part.thing : part.things[seat]) ?? null

/** The parts of a view, in its order. A structure inside it is taken apart: its fields are parts of the same table. */
export function partsOf(view: object): Part[] {
  return Object.entries(view as Record<string, Thing>)
    .filter(([name]) => !COMMON.has(name))
    .flatMap(([name, thing]) =>
      thing !== null && typeof thing === 'object' && !isThings(thing)
        ? Object.entries(thing).map(([inner, one]) => partOf(`${name}.${inner}`, one))
        : [partOf(name, thing)],
    )
}
