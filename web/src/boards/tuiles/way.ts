/* Where things lie: the loop and the camps as points on a small map. The corner of the one who looks comes to the
   front. */

import type { TuilesPlace } from './protocol'

export type Point = [x: number, y: number]

export interface Way {
  columns: number
  rows: number
  /** The loop from display corner 0 (top right) on, clockwise. */
  loop: Point[]
  /** The three tiles of each display corner's camp in the order of the way: the 6, the 5, the 4. */
  camps: Point[][]
}

/* Twelve tiles a side wind in and out, so that 48 of them fit a phone (9 x 11). */
const RIGHT: Point[] = [
  [8, 1],
  [8, 2],
  [8, 3],
  [8, 4],
  [7, 4],
  [6, 4],
  [6, 5],
  [6, 6],
  [7, 6],
  [8, 6],
  [8, 7],
  [8, 8],
]
const BOTTOM: Point[] = [
  [8, 9],
  [8, 10],
  [7, 10],
  [6, 10],
  [5, 10],
  [5, 9],
  [4, 9],
  [3, 9],
  [3, 10],
  [2, 10],
  [1, 10],
  [0, 10],
]

/** The ring along the edge of a map, clockwise from a tile of the right edge. */
function ring(columns: number, rows: number, from: number): Point[] {
  const right = Array.from({ length: rows }, (_, y): Point => [columns - 1, y])
  const bottom = Array.from({ length: columns - 1 }, (_, x): Point => [columns - 2 - x, rows - 1])
  const left = Array.from({ length: rows - 1 }, (_, y): Point => [0, rows - 2 - y])
  const top = Array.from({ length: columns - 2 }, (_, x): Point => [x + 1, 0])
  const all = [...right, ...bottom, ...left, ...top]
  return [...all.slice(from), ...all.slice(0, from)]
}

export function wayOf(stretch: number): Way {
  const columns = stretch === 6 ? 7 : 9
  const rows = stretch === 6 ? 7 : 11
  const half = [...RIGHT, ...BOTTOM]
  const turned = half.map(([x, y]): Point => [8 - x, 10 - y])
  const tiles = stretch === 12 ? [...half, ...turned] : ring(columns, rows, stretch === 9 ? 1 : 0)
  const near = stretch === 6 ? 1.42 : 1.7
  const down = stretch === 6 ? 1.42 : 1.78
  const step = stretch === 6 ? 0.6 : 0.645
  const camps = [
    [1, 0],
    [1, 1],
    [0, 1],
    [0, 0],
  ].map(([right, low]) =>
    [2, 1, 0].map((n): Point => {
      const x = near + n * step
      const y = down + n * step
      return [right ? columns - x : x, low ? rows - y : y]
    }),
  )
  return { columns, rows, loop: tiles.map(([x, y]): Point => [x + 0.5, y + 0.5]), camps }
}

/** On which display corner a corner of the table lies, so that one's own is at the bottom right. */
export const shownCorner = (corner: number, own: number): number => (corner - own + 1 + 4) % 4

/** The loop tile of the table at a place of the shown loop. */
export const shownTile = (tile: number, own: number, stretch: number): number =>
  (tile + (1 - own + 4) * stretch) % (stretch * 4)

export function pointOf(way: Way, place: TuilesPlace, corner: number, own: number, stretch: number): Point | null {
  if (place.where === 'home') return null
  if (place.where === 'camp') return way.camps[shownCorner(corner, own)]?.[place.at] ?? null
  return way.loop[shownTile(place.at, own, stretch)] ?? null
}

/** The place a number of steps further on the way of a seat whose camp is at a corner. */
export function further(place: TuilesPlace, steps: number, corner: number, stretch: number): TuilesPlace {
  const length = stretch * 4
  const start = corner * stretch
  const at = place.where === 'camp' ? place.at : 3 + ((place.at - start + length) % length)
  const to = at + steps
  if (to < 3) return { where: 'camp', at: to }
  if (to - 3 >= length) return { where: 'home', at: 0 }
  return { where: 'loop', at: (start + to - 3) % length }
}

/** Every place that a pawn steps on from one place on, the last one where it stops; it never goes further than home. */
export function stepsFrom(place: TuilesPlace, steps: number, corner: number, stretch: number): TuilesPlace[] {
  const passed: TuilesPlace[] = []
  for (let here = place; passed.length < steps && here.where !== 'home';)
    passed.push((here = further(here, 1, corner, stretch)))
  return passed
}

/** A place by the name that events give it. */
export const nameOfPlace = ({ where, at }: TuilesPlace, seat: number): string =>
  ({ camp: `camp.${seat}.${at}`, loop: `loop.${at}`, home: `home.${seat}` })[where]

/** The place that an event names. */
export function placeNamed(name: string): TuilesPlace {
  const [where, ...numbers] = name.split('.')
  return { where: where as TuilesPlace['where'], at: where === 'home' ? 0 : Number(numbers.at(-1)) }
}

/**
 * How long one step of a hop takes, in travels. The first hop is counted along; who bounces goes on faster, and the
 * more hops there are the faster all of them: a pawn that comes home with three bounces is told in about five seconds.
 */
export function stepTime(count: number, first: boolean, hops: number): number {
  const whole = first ? Math.min(0.6 * count, 2.8) : Math.min(0.4 * count, 1.3)
  return whole / count / (1 + 0.22 * Math.max(0, hops - 1))
}
