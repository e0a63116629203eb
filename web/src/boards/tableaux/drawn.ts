/* How colours and shapes are called in drawings.svg. */

export const FRAMES: Record<string, string> = { red: 'r', orange: 'o', yellow: 'y', green: 'g', blue: 'b', purple: 'p' }
export const GLYPHS: Record<string, string> = {
  circle: 'ci',
  square: 'sq',
  triangle: 'tr',
  star: 'st',
  heart: 'he',
  moon: 'mo',
  drop: 'dr',
  cross: 'cr',
}
export const COLOURS = Object.keys(FRAMES)
export const SHAPES = Object.keys(GLYPHS)
