/* The way of what flies: a bow from one place to another. Two that change places pass each other. */

export interface Box {
  left: number
  top: number
  width: number
  height: number
}

type Point = readonly [number, number]

/** Where a bow begins, what it bends towards, and where it ends. */
export type Arc = readonly [Point, Point, Point]

const centre = ({ left, top, width, height }: Box): Point => [left + width / 2, top + height / 2]

/** The bow between the middles of two boxes. It bends to the left of its own way: the way back is another one. */
export function arc(from: Box, to: Box): Arc {
  const [[x, y], [u, v]] = [centre(from), centre(to)]
  const far = Math.hypot(u - x, v - y) || 1
  const bend = Math.min(0.5 * far, 120)
  return [
    [x, y],
    [(x + u) / 2 + ((v - y) / far) * bend, (y + v) / 2 - ((u - x) / far) * bend],
    [u, v],
  ]
}

/** A point of the bow, at 0 its beginning, at 1 its end. */
export function along([[x, y], [a, b], [u, v]]: Arc, t: number): Point {
  const [p, q, r] = [(1 - t) ** 2, 2 * t * (1 - t), t ** 2]
  return [p * x + q * a + r * u, p * y + q * b + r * v]
}

/** The part of a bow that lies between what it ties. */
export function between(bow: Arc, from: Box, to: Box): Arc {
  const far = Math.hypot(bow[2][0] - bow[0][0], bow[2][1] - bow[0][1]) || 1
  const [s, t] = [Math.min(0.4, (0.55 * from.width) / far), 1 - Math.min(0.4, (0.55 * to.width) / far)]
  const mix = (n: 0 | 1) => (1 - s) * (1 - t) * bow[0][n] + (s * (1 - t) + t * (1 - s)) * bow[1][n] + s * t * bow[2][n]
  return [along(bow, s), [mix(0), mix(1)], along(bow, t)]
}

/** A bow as something to draw, measured from a corner. */
export function drawn(bow: Arc, { left, top }: Pick<Box, 'left' | 'top'>): string {
  const [from, bend, to] = bow.map(([x, y]) => `${(x - left).toFixed(1)} ${(y - top).toFixed(1)}`)
  return `M${from}Q${bend} ${to}`
}

const STEPS = 8
/** So wide is at least, halfway, what flies: a tiny round of a neighbour is seen, too. */
const SEEN = 62

/** How something that lies at its goal comes from elsewhere: along the bow, and larger halfway. */
export function flight(from: Box, to: Box): { transform: string }[] {
  const bow = arc(from, to)
  const [u, v] = bow[2]
  const [small, most] = [from.width / to.width, Math.max(1.25, SEEN / to.width)]
  return Array.from({ length: STEPS + 1 }, (_, step) => {
    const t = step / STEPS
    const [x, y] = along(bow, t)
    const rest = small + (1 - small) * t
    const scale = rest + (Math.max(most, rest) - rest) * Math.sin(Math.PI * t)
    return { transform: `translate(${(x - u).toFixed(1)}px, ${(y - v).toFixed(1)}px) scale(${scale.toFixed(3)})` }
  })
}
