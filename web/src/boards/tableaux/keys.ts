/* Keys on the board of Tableaux: a number chooses a card, Enter lays it where it is best laid; and the focus is never
   lost when what had it is gone. */

import { canDraw, type Given } from './hanging'

const TARGETS = '.wait.can, .target, .pile.can'

export interface Keys {
  /** Called after each change: if what had the focus is gone, whatever is next has it. */
  keep(given: Given): void
  press(event: KeyboardEvent, given: Given, choose: (slot: number) => void): void
  /** A card was chosen with a key: on to the place where it goes. */
  toTarget(): void
}

export function keys(board: () => HTMLElement): Keys {
  /* Whether the focus was on the board when it was last seen. */
  let here = false
  const focus = (selector: string) => board().querySelector<HTMLElement>(selector)?.focus()

  function keep(given: Given): void {
    const at = document.activeElement
    const lost = !at || at === document.body || !at.isConnected
    if (here && lost) focus(next(given))
    here = board().contains(document.activeElement)
  }
  addEventListener('focusin', () => (here = board()?.contains(document.activeElement) ?? false))
  return {
    keep,
    press(event, given, choose) {
      if (
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        (event.target as Element).matches?.('input, textarea, select')
      )
        return
      const slot = Number(event.key) - 1
      if (!(slot >= 0 && slot < (given.view.hand?.length ?? 0))) return
      choose(slot)
      event.preventDefault()
      requestAnimationFrame(() => focus(TARGETS))
    },
    toTarget: () => void requestAnimationFrame(() => focus(TARGETS)),
  }
}

/** What one will want to touch next. */
function next(given: Given): string {
  if (given.legal.some((move) => move.type === 'lay_hand' || move.type === 'pass')) return '.say .button'
  if (canDraw(given, 'pile')) return '.pile.can'
  return '.held.useful, .held'
}
