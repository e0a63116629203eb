/* The focus is never lost while it is one's turn: where what had it is gone or can do nothing, it goes to what lies
   nearest; on a page that was just opened it waits in the stage, from where Tab and arrows lead onto the board. */

const OF_USE = '.board button:not(:disabled, [aria-disabled="true"])'

type Point = [number, number]

const middle = ({ left, top, width, height }: DOMRect): Point => [left + width / 2, top + height / 2]

/** Which of the places lies nearest to a point; -1 for none. */
export function closest([x, y]: Point, places: readonly Point[]): number {
  const far = places.map(([u, v]) => Math.hypot(u - x, v - y))
  return far.indexOf(Math.min(...far))
}

export class Focus {
  private stage: HTMLElement | null = null
  /** Where it was on the stage when it was last seen. */
  private last: Point | null = null

  /** An attachment of the stage, which can have the focus itself (`tabindex="-1"`). */
  readonly stands = (stage: HTMLElement): (() => void) => {
    this.stage = stage
    const look = ({ target }: FocusEvent) => {
      if (target instanceof Element && target !== stage) this.last = middle(target.getBoundingClientRect())
    }
    stage.addEventListener('focusin', look)
    return () => {
      stage.removeEventListener('focusin', look)
      this.stage = null
    }
  }

  /** It is my turn and everything has been shown. Browsers take the focus from what cannot have it a frame later. */
  keep(): () => void {
    let frame = requestAnimationFrame(() => {
      this.find()
      frame = requestAnimationFrame(() => this.find())
    })
    return () => cancelAnimationFrame(frame)
  }

  private find(): void {
    const here = document.activeElement
    if (!this.stage || (here && here !== document.body)) return
    const found = [...this.stage.querySelectorAll<HTMLElement>(OF_USE)].filter((one) => one.checkVisibility())
    const at =
      this.last &&
      closest(
        this.last,
        found.map((one) => middle(one.getBoundingClientRect())),
      )
    ;(found[at ?? -1] ?? this.stage).focus({ preventScroll: true })
  }
}
