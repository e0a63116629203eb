/* Where things are on a board: it marks its places with `data-place` and what can travel with `data-piece`. What
   happened is moved and what could happen is drawn by the same marks. */

const MARKS = ['data-place', 'data-piece', 'data-halo', 'id']

export const isSeen = (element: Element | null): boolean => !!element && element.getBoundingClientRect().width > 0

/** The element of a place: where a place is drawn twice, the one that can be seen. */
export function placeIn(root: Element, place: string | null): HTMLElement | null {
  if (!place) return null
  const found = [...root.querySelectorAll<HTMLElement>(`[data-place="${CSS.escape(place)}"]`)]
  return found.find(isSeen) ?? found[0] ?? null
}

/** What can travel at a place: the piece of that name, there or above it; or the only one there. */
export function pieceAt(root: Element, place: string | null, name: string | null = null): HTMLElement | null {
  const element = placeIn(root, place)
  return element && (pieceIn(element, name) ?? above(root, name))
}

/** A piece that is drawn above the places, not inside one. */
export function above(root: Element, name: string | null): HTMLElement | null {
  if (name === null) return null
  const found = root.querySelectorAll<HTMLElement>(`[data-piece="${CSS.escape(name)}"]`)
  return [...found].find((piece) => !piece.closest('[data-place]')) ?? null
}

/** What travels of a place: the piece of that name, else one without a name. */
function pieceIn(place: Element, name: string | null): HTMLElement | null {
  const named = name === null ? null : `[data-piece="${CSS.escape(name)}"]`
  for (const piece of [named, '[data-piece=""]']) {
    if (piece && place.matches(piece)) return place as HTMLElement
    const found = piece && place.querySelector<HTMLElement>(piece)
    if (found) return found
  }
  return null
}

/** Where a piece of a place lies. One that is drawn above the places and not inside stands on the middle of its own. */
export function boxOf(place: Element, piece: Element | null): DOMRect {
  const box = place.getBoundingClientRect()
  if (!piece) return box
  const own = piece.getBoundingClientRect()
  if (place.contains(piece)) return own
  const [x, y] = [box.left + (box.width - own.width) / 2, box.top + (box.height - own.height) / 2]
  return new DOMRect(x, y, own.width, own.height)
}

/** A likeness of a thing that fills whatever it is put into; it has no marks, and nobody can touch it. */
export function likenessOf(look: Element): HTMLElement {
  const likeness = look.cloneNode(true) as HTMLElement
  for (const marked of [likeness, ...likeness.querySelectorAll('*')])
    for (const mark of MARKS) marked.removeAttribute(mark)
  Object.assign(likeness.style, {
    position: 'relative',
    inset: 'auto',
    margin: '0',
    opacity: '1',
    translate: 'none',
    animation: 'none',
    width: '100%',
    height: '100%',
  })
  return likeness
}
