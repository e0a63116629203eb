/* One tile by itself, and a stack that has lost its last one: drawn for a motion, when no view holds them. */

import { COLUMNS, ROWS } from './lines'

const SVG = 'http://www.w3.org/2000/svg'

function part(name: string, attributes: Record<string, string>, text = ''): SVGElement {
  const element = document.createElementNS(SVG, name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  element.textContent = text
  return element
}

/** Whether what lies open on a stack is the upper tile, by its drawing. */
export const isUpper = (stack: Element): boolean => !!stack.querySelector('[href="#nv-t2"]')

/** A tile with its number: bone above, walnut below. */
export function tileOf(value: number, upper: boolean): SVGElement {
  const tile = part('svg', { viewBox: '0 0 104 112', width: '100%', height: '100%' })
  const fill = upper ? 'url(#nv-gCut)' : 'url(#nv-gGold)'
  const number = part('text', { x: '52', y: '72', fill, 'text-anchor': 'middle' }, String(value))
  number.style.font = '640 58px var(--display)'
  tile.append(part('use', { href: upper ? '#nv-tb' : '#nv-t1' }), number)
  if (value === 6) tile.append(part('path', { d: 'M40 79h24', 'stroke-width': '3', stroke: fill }))
  return tile
}

/** The likeness of a board loses the last tile of a cell. */
export function withoutTile(board: Element, cell: string | null): void {
  const [row, column] = [ROWS.findIndex((one) => cell?.[5] === one), COLUMNS.findIndex((one) => cell?.[6] === one)]
  const stack = board.querySelectorAll('.stack svg')[row * 3 + column]
  stack?.replaceChildren(part('use', { href: '#nv-t0' }))
}
