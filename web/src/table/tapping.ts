/* Taps on a board while something is told: a tap that can be no move goes on to the next thing. */

/** What a tap can end. */
export interface Tapped {
  /** Something is still being shown. */
  readonly busy: boolean
  /** What is shown is not the newest yet: nothing on it can be touched. */
  readonly behind: boolean
  goOn(): void
}

const TOUCHABLE = 'button:not(:disabled, [aria-disabled="true"]), a[href], input, select, textarea'

/** An attachment of what the board stands in: `<div {@attach tapping(live)}>`. */
export function tapping(telling: Tapped) {
  return (board: HTMLElement): (() => void) => {
    const tap = (event: MouseEvent) => {
      const touchable = event.target instanceof Element && event.target.closest(TOUCHABLE)
      if (!telling.busy || (touchable && !telling.behind)) return
      event.preventDefault()
      event.stopPropagation()
      telling.goOn()
    }
    board.addEventListener('click', tap, true)
    return () => board.removeEventListener('click', tap, true)
  }
}

/** Enter and space go on, too, unless the focus is on something that they would touch. */
export function goesOn(event: KeyboardEvent, telling: Tapped): boolean {
  if (!telling.busy || (event.key !== 'Enter' && event.key !== ' ')) return false
  if (
    event.target instanceof Element &&
    event.target.closest('button, a, input, select, textarea, [tabindex]:not(.stage)')
  )
    return false
  telling.goOn()
  return true
}
