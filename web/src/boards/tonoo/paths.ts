/* The ways that pawns go, as frames of `transform` and `opacity`: from one box to another. No drawing. */

export interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** A cylinder before it is lifted, a bag with a hand in it. */
export const WOBBLE: Keyframe[] = [
  { transform: 'none', offset: 0 },
  { transform: 'rotate(-3.5deg)', offset: 0.1 },
  { transform: 'rotate(3.5deg)', offset: 0.22 },
  { transform: 'rotate(-2.5deg)', offset: 0.34 },
  { transform: 'rotate(1.5deg)', offset: 0.44 },
]

/** A pawn rolls out from under a cylinder. */
export const UNDER: Keyframe[] = [
  { transform: 'translateY(-60%) rotate(38deg) scale(0.7)' },
  { transform: 'translateY(8%) rotate(-8deg)', offset: 0.7 },
  { transform: 'none' },
]

/** What lies in one box, moved and shrunk into another (from its upper left corner): as large as fits there. */
export function fitted(from: Box, to: Box): { x: number; y: number; scale: number } {
  const scale = Math.min(to.width / from.width, to.height / from.height)
  const x = to.left + (to.width - from.width * scale) / 2 - from.left
  const y = to.top + (to.height - from.height * scale) / 2 - from.top
  return { x, y, scale }
}

const moved = (x: number, y: number, scale: number): string => `translate(${x}px, ${y}px) scale(${scale})`

/**
 * Over the board in an arc. Of a likeness (`away`) from its own box to another, by its corner; otherwise of the thing
 * itself, from another box to where it lies, by its middle.
 */
export function arc(own: Box, other: Box, away = false): Keyframe[] {
  const { x, y, scale } = fitted(own, other)
  if (away) {
    const high = (1 + scale) / 2 + 0.15
    return [
      { transform: 'none' },
      { transform: moved(x / 2, y / 2 - 24, high), offset: 0.5 },
      { transform: moved(x, y, scale) },
    ]
  }
  const dx = other.left + other.width / 2 - own.left - own.width / 2
  const dy = other.top + other.height / 2 - own.top - own.height / 2
  return [
    { transform: moved(dx, dy + own.height * 0.4, scale * 0.6), opacity: 0 },
    { transform: moved(dx, dy - own.height * 0.2, 1), opacity: 1, offset: 0.35 },
    { transform: moved(dx, dy - own.height * 0.2, 1.1), opacity: 1, offset: 0.6 },
    { transform: 'none', opacity: 1 },
  ]
}

/** To above an opening, and down into it. */
export function into(from: Box, goal: Box): Keyframe[] {
  const { x, y, scale } = fitted(from, goal)
  const above = y - goal.height * 0.5
  return [
    { transform: 'none', opacity: 1 },
    { transform: moved(x / 2, Math.min(0, above) - 20, (1 + scale) / 2), opacity: 1, offset: 0.35 },
    { transform: moved(x, above, scale), opacity: 1, offset: 0.65 },
    { transform: moved(x, y + goal.height * 0.35, scale * 0.85), opacity: 0.9, offset: 0.92 },
    { transform: moved(x, y + goal.height * 0.45, scale * 0.8), opacity: 0 },
  ]
}
