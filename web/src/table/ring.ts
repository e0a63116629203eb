/* Where the ring of a lesson lies, and from which side its finger points: never over what the teacher says. No
   drawing. */

/** How far the ring stands off what it surrounds, and how wide its light edge is. */
const OFF = 8
const EDGE = 3
/** How far a finger reaches out of the ring, and how wide it is. */
const LONG = 32
const WIDE = 34

export interface Around {
  x: number
  y: number
  width: number
  height: number
}

export type Side = 'below' | 'above' | 'right' | 'left'

/** The ring around a thing, as far as it is inside the page. */
export function ringAround({ x, y, width, height }: Around, pageWidth: number, pageHeight: number): Around {
  const [left, top] = [Math.max(x - OFF, EDGE), Math.max(y - OFF, EDGE)]
  const right = Math.min(x + width + OFF, pageWidth - EDGE)
  const bottom = Math.min(y + height + OFF, pageHeight - EDGE)
  return { x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) }
}

const meet = (one: Around, other: Around): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height

/** From where the finger points: the first side on which it is inside the page and covers none of the words. */
export function fingerAt(ring: Around, words: readonly Around[], pageWidth: number, pageHeight: number): Side {
  const [middle, centre] = [ring.x + ring.width / 2, ring.y + ring.height / 2]
  const upright = { x: middle - WIDE / 2, width: WIDE, height: LONG }
  const lying = { y: centre - WIDE / 2, width: LONG, height: WIDE }
  const sides: [Side, Around][] = [
    ['below', { ...upright, y: ring.y + ring.height }],
    ['above', { ...upright, y: ring.y - LONG }],
    ['right', { ...lying, x: ring.x + ring.width }],
    ['left', { ...lying, x: ring.x - LONG }],
  ]
  const fits = ({ x, y, width, height }: Around) =>
    x >= 0 && y >= 0 && x + width <= pageWidth && y + height <= pageHeight
  const found = sides.find(([, box]) => fits(box) && !words.some((one) => meet(box, one)))
  return (found ?? sides.find(([, box]) => fits(box)))?.[0] ?? 'below'
}
