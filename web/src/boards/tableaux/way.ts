/* The way a card went last: from which place of the board to which. */

import type { TableauxView } from './protocol'

/** The names of two places; null when nothing went anywhere, or all first cards were laid at once. */
export function wayOf({ last, phase, tableaux, tricks }: TableauxView): [string, string] | null {
  if (!last || phase === 'opening') return null
  const hand = `hand.${last.seat}`
  switch (last.type) {
    case 'drew':
      return [last.source, hand]
    case 'discarded':
      return [hand, last.turned ? 'pile' : 'discard']
    case 'started':
      return [hand, `tableau.${last.on}.0`]
    case 'laid':
      if (last.points) return [`tableau.${last.on}`, `wall.${tricks.at(-1)?.seat ?? last.seat}`]
      return [hand, `tableau.${last.on}.${(tableaux[last.on]?.length ?? 1) - 1}`]
    case 'laid_hand':
      return [hand, `wall.${last.seat}`]
    default:
      return null
  }
}

type Point = [number, number]

/** A curve from one box to another in the picture's own measure, leaving out what lies under its ends. */
export function curve(
  from: DOMRect,
  to: DOMRect,
  home: DOMRect,
): { path: string; start: Point; end: Point; turn: number } {
  // the face stands at the left of who somebody is; anything else is met in its middle
  const at = ({ left, top, width, height }: DOMRect): Point => [
    left - home.left + (width > height * 2 ? height : width) / 2,
    top - home.top + height / 2,
  ]
  const [[x, y], [u, v]] = [at(from), at(to)]
  const far = Math.hypot(u - x, v - y) || 1
  const bend: Point = [(x + u) / 2 + ((v - y) / far) * far * 0.14, (y + v) / 2 - ((u - x) / far) * far * 0.14]
  const along = (t: number): Point => {
    const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t ** 2]
    return [a * x + b * bend[0] + c * u, a * y + b * bend[1] + c * v]
  }
  const skip = (box: DOMRect) => Math.min(0.3, (Math.min(box.width, box.height) * 0.55) / far)
  const [first, last] = [skip(from), 1 - skip(to)]
  const points = Array.from({ length: 13 }, (_, n) => along(first + ((last - first) * n) / 12))
  const [start, end, before] = [points[0], points[12], points[11]] as [Point, Point, Point]
  const path = `M${points.map(([a, b]) => `${a.toFixed(1)} ${b.toFixed(1)}`).join('L')}`
  return { path, start, end, turn: (Math.atan2(end[1] - before[1], end[0] - before[0]) * 180) / Math.PI }
}
