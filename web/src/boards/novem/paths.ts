/* The ways things go in Novem, as frames: transform and opacity only. */

export const FADE: Keyframe[] = [{ opacity: 0 }, { opacity: 1 }]
export const POP: Keyframe[] = [
  { transform: 'scale(0.4)', opacity: 0 },
  { transform: 'scale(1.25)', opacity: 1, offset: 0.6 },
  { transform: 'none', opacity: 1 },
]
/** A thing is turned until only its edge is seen. */
export const FLIP: Keyframe[] = [{ transform: 'none' }, { transform: 'scale(0.02, 1.15)' }]
export const SHAKE: Keyframe[] = [0, -7, 6, -4, 3, 0].map((x) => ({ transform: `translateX(${x}px)` }))
/** A tile is lifted off its stack. The likeness turns around its corner. */
export const RISE: Keyframe[] = [
  { transform: 'none' },
  { transform: 'translate(-8%, -20%) scale(1.16)', offset: 0.55 },
  { transform: 'translate(-8%, -20%) scale(1.16)' },
]

/** In a bow from a box to another, for something that lies in the first and turns around its corner. */
export function arc(from: DOMRect, goal: DOMRect): Keyframe[] {
  const scale = goal.width / from.width
  const dx = goal.left + goal.width / 2 - (from.left + (from.width * scale) / 2)
  const dy = goal.top + goal.height / 2 - (from.top + (from.height * scale) / 2)
  const bow = Math.min(60, Math.abs(dx) / 4 + 12)
  const middle = (1 + scale) / 2
  return [
    { transform: 'none' },
    { transform: `translate(${dx * 0.45}px, ${dy * 0.55 - bow}px) scale(${middle})`, offset: 0.5 },
    { transform: `translate(${dx}px, ${dy}px) scale(${scale})` },
  ]
}
