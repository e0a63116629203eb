/* A move that is not played yet, as a board can show it: what to touch, where which pieces would come to lie, and the
   ways between. Made from what will surely happen; no drawing. */

import type { Event } from '../protocol'

/** One move to be shown on the board. */
export interface Ghost {
  /** How it is drawn and called: a hint, what was played, or what would have been better. */
  kind: 'hint' | 'played' | 'better'
  way: readonly Event[]
  /** Who would play it. */
  seat: number | null
  /** What stands beside it. */
  label: string
  /** Where that stands; without it, where the move ends. */
  at?: string | null
  /** Its label has an eye: something there was seen earlier. */
  seen: boolean
}

export interface Trail {
  /** Where it begins and where it ends, to be ringed; nowhere for a move that touches nothing. */
  rings: string[]
  pieces: { place: string; piece: string; origin: string | null }[]
  ways: { from: string; to: string }[]
  /** Where its label belongs: where it ends, or at its seat. */
  main: string
}

/** Where the board shows something that was seen earlier and lies hidden now; null where the move needs no memory. */
export function rememberedAt(way: readonly Event[], seen: readonly { args: Record<string, unknown> }[]): string | null {
  const told = new Set(seen.flatMap(({ args }) => Object.values(args)))
  const found = way.find(({ origin, piece, count }) => !origin && (told.has(piece) || (count > 0 && told.has(count))))
  return found?.target ?? null
}

/** What to draw of a move. What happens to nobody's doing (pieces that go back) is left out. */
export function trailOf({ way, seat }: Pick<Ghost, 'way' | 'seat'>): Trail {
  const done = way.filter((event) => event.seat !== null)
  const ways = done.flatMap(({ origin, target }) =>
    origin && target && origin !== target ? [{ from: origin, to: target }] : [],
  )
  const pieces = done.flatMap(({ piece, origin, target }) =>
    piece && target ? [{ place: target, piece, origin }] : [],
  )
  const first = done.find((event) => event.origin ?? event.target)
  const begins = first?.origin ?? first?.target ?? null
  const ends = ways.at(-1)?.to ?? pieces.at(-1)?.place ?? begins
  const rings = [...new Set([begins, ends].filter((place) => place !== null))]
  return { rings, pieces, ways, main: ends ?? `seat.${seat}` }
}

export interface Box {
  left: number
  top: number
  width: number
  height: number
}

const middle = ({ left, top, width, height }: Box) => ({ x: left + width / 2, y: top + height / 2 })

/** From the edge of one box to the edge of another, with a slight bend; null where they touch. */
export function bow(from: Box, to: Box): { path: string; tip: string } | null {
  const [a, b] = [middle(from), middle(to)]
  const far = Math.hypot(b.x - a.x, b.y - a.y)
  const [near, end] = [Math.min(from.width, from.height) / 2, Math.min(to.width, to.height) / 2 + 9]
  if (far < near + end) return null
  const [dx, dy] = [(b.x - a.x) / far, (b.y - a.y) / far]
  const [x1, y1, x2, y2] = [a.x + dx * near, a.y + dy * near, b.x - dx * end, b.y - dy * end]
  const bend = Math.min(26, far / 8)
  const [cx, cy] = [(x1 + x2) / 2 - dy * bend, (y1 + y2) / 2 + dx * bend]
  const turn = (Math.atan2(y2 - cy, x2 - cx) * 180) / Math.PI
  const at = (...points: number[]) => points.map((point) => point.toFixed(1)).join(' ')
  return { path: `M${at(x1, y1)}Q${at(cx, cy, x2, y2)}`, tip: `translate(${at(x2, y2)}) rotate(${turn.toFixed(1)})` }
}

/** Pieces that come to lie at the same place stand side by side in it. */
export function sideBySide(box: Box, count: number, n: number): Box {
  if (count < 2) return box
  const size = Math.min(box.width / Math.min(count, 3), box.height / Math.ceil(count / 3))
  const rows = Math.ceil(count / 3)
  const [row, column] = [Math.floor(n / 3), n % 3]
  const across = Math.min(3, count - row * 3)
  const { x, y } = middle(box)
  return { left: x + (column - across / 2) * size, top: y + (row - rows / 2) * size, width: size, height: size }
}

/** In the middle of a box, as large as something else and no larger than the box. */
export function within(box: Box, size: Box): Box {
  const scale = Math.min(1, box.width / size.width, box.height / size.height)
  const [width, height] = [size.width * scale, size.height * scale]
  const { x, y } = middle(box)
  return { left: x - width / 2, top: y - height / 2, width, height }
}

/** Where a label of this size stands: above its place, or below where there is no room; inside, and off the others. */
export function beside(box: Box, size: { width: number; height: number }, home: Box, others: readonly Box[]): Box {
  const x = Math.max(2, Math.min(middle(box).x - size.width / 2, home.width - size.width - 2))
  const tops = [box.top - size.height - 4, box.top + box.height + 4, box.top - 2 * size.height - 8, box.top + 2]
  const fits = tops
    .map((top) => ({ left: x, top, ...size }))
    .filter(({ top }) => top >= 0 && top + size.height <= home.height)
  return fits.find((one) => !others.some((other) => overlap(one, other))) ?? fits[0] ?? { left: x, top: 2, ...size }
}

const overlap = (a: Box, b: Box) =>
  a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height
