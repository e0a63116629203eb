/* Keys on the board of Tableaux: a number chooses a card and leads to where it goes, Enter lays it; and the focus is
   never lost: when what had it is gone or of no more use, whatever comes next has it. */

import { tick } from 'svelte'
import { canDraw, type Given } from './hanging'

/** Where a chosen card can go, the best first. */
const TARGETS = ['.wait.can', '.target', '.pile.can']
const OF_USE = '.held, .wait.can, .target, .pile.can, .say .button'

export class Keys {
  private board: HTMLElement | null = null
  /** The focus was on the board when it was last seen. */
  private here = false

  /** An attachment of the board. */
  readonly stands = (board: HTMLElement): (() => void) => {
    this.board = board
    const look = () => (this.here = board.contains(document.activeElement))
    addEventListener('focusin', look)
    return () => {
      removeEventListener('focusin', look)
      this.board = null
    }
  }

  /** Something has happened: if what had the focus is gone, or can do nothing now that it is my turn, go on. */
  keep(given: Given): void {
    const at = document.activeElement
    const lost = !at || at === document.body || !at.isConnected
    const wanted = next(given)
    const idle = given.legal.length > 0 && !at?.matches(wanted.startsWith('.held') ? OF_USE : wanted)
    if (this.here && (lost || (idle && this.board?.contains(at)))) this.focus(wanted)
  }

  /** A number chooses a card; pressed again, it leads to the next place where that card can go. */
  press(event: KeyboardEvent, given: Given, chosen: number | null, choose: (slot: number) => void): void {
    const { key, ctrlKey, metaKey, altKey, target } = event
    if (ctrlKey || metaKey || altKey || (target instanceof Element && target.matches('input, textarea, select'))) return
    const slot = Number(key) - 1
    if (!(slot >= 0 && slot < (given.view.hand?.length ?? 0))) return
    event.preventDefault()
    if (chosen !== slot) choose(slot)
    void this.toTarget(chosen === slot)
  }

  /** A card was chosen with a key: on to the place where it goes, or to the one after. */
  async toTarget(further = false): Promise<void> {
    await tick()
    const places = TARGETS.flatMap((selector) => [...(this.board?.querySelectorAll<HTMLElement>(selector) ?? [])])
    const at = further ? places.findIndex((place) => place === document.activeElement) + 1 : 0
    places[at % places.length]?.focus()
  }

  private focus(selector: string): void {
    this.board?.querySelector<HTMLElement>(selector)?.focus()
  }
}

/** What one will want to touch next. */
function next(given: Given): string {
  if (given.legal.some((move) => move.type === 'lay_hand' || move.type === 'pass')) return '.say .button'
  if (canDraw(given, 'pile') || canDraw(given, 'discard')) return '.pile.can'
  return '.held.useful, .held'
}
