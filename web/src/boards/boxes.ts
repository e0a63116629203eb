/* The boxes as they stand on the shelf: `box.svg` and `tint.json` of each folder. They are part of the first load. */

export interface Tint {
  day: string
  night: string
}

const TINTS = import.meta.glob<Tint>('./*/tint.json', { eager: true, import: 'default' })
const DRAWINGS = import.meta.glob<string>('./*/box.svg', { eager: true, import: 'default', query: '?raw' })
const PLAIN: Tint = { day: '#64523f', night: '#c2b29e' }

/** The colour of a box; plain cardboard for a game without one. */
export const tintOf = (game: string): Tint => TINTS[`./${game}/tint.json`] ?? PLAIN

/** Whether a box has a drawing of its own. */
export const isDrawn = (game: string): boolean => `./${game}/box.svg` in DRAWINGS

/** All drawings as one sheet, each to be used as `#box-<slug>`. */
export const boxDrawings = (): string => {
  const symbols = Object.entries(DRAWINGS).map(([path, drawing]) =>
    drawing.replace('<svg', `<symbol id="box-${path.split('/')[1]}"`).replace('</svg>', '</symbol>'),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`
}
