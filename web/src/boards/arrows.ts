/* Arrow keys on a board: focus goes to the nearest button in that direction, whatever the board looks like. */

const STEP: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

function middle(element: Element): [number, number] {
  const box = element.getBoundingClientRect()
  return [box.left + box.width / 2, box.top + box.height / 2]
}

/** The button that lies best in a direction from where one is. */
export function nearest(from: [number, number], places: [number, number][], step: [number, number]): number {
  let best = -1
  let least = Infinity
  places.forEach(([x, y], at) => {
    const ahead = (x - from[0]) * step[0] + (y - from[1]) * step[1]
    const aside = Math.abs((x - from[0]) * step[1]) + Math.abs((y - from[1]) * step[0])
    if (ahead < 4 || aside > ahead * 3 + 8) return
    const far = ahead + aside * 2
    if (far < least) [best, least] = [at, far]
  })
  return best
}

/** An attachment: `<div {@attach arrows}>`. */
export function arrows(board: HTMLElement): () => void {
  const press = (event: KeyboardEvent) => {
    const step = STEP[event.key]
    const here = document.activeElement
    if (
      !step ||
      event.altKey ||
      event.ctrlKey ||
      event.metaKey ||
      !(here instanceof HTMLElement) ||
      here.matches('input, textarea, select')
    )
      return
    const buttons = [...board.querySelectorAll<HTMLElement>('button:not(:disabled)')].filter(
      (button) => button !== here && button.offsetParent !== null,
    )
    const at = board.contains(here) ? nearest(middle(here), buttons.map(middle), step) : 0
    const found = buttons[at]
    if (!found) return
    event.preventDefault()
    found.focus({ preventScroll: false })
  }
  addEventListener('keydown', press)
  return () => removeEventListener('keydown', press)
}
