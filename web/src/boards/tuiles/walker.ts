/* The pawn of an announcement while it is told: a likeness on the map that stands where the pawn was lifted, and walks.

   A view shows an announcement as it ends: the pawn has arrived, what it hides is hidden. So the pawn itself waits
   unseen, the tile it was lifted from stays blank until it is shown, and the one it goes to keeps its number until the
   pawn is there. `leave` puts everything back as the view has it. */

import type { Scene } from '../../table/choreography'
import type { Point } from './way'

const MARKS = ['data-piece', 'data-at', 'style', 'role', 'tabindex', 'aria-label', 'aria-pressed', 'aria-disabled']

export class Walker {
  /** What stands on the map. */
  readonly body: HTMLElement
  /** What was said, in a bubble that goes with it. */
  private readonly bubble = document.createElement('b')
  private readonly covers = new Map<string, HTMLElement[]>()
  private at: Point

  private constructor(
    private readonly scene: Scene,
    private readonly map: HTMLElement,
    private readonly pawn: HTMLElement,
    look: Element,
    place: HTMLElement,
  ) {
    this.body = look.cloneNode(true) as HTMLElement
    for (const mark of MARKS) this.body.removeAttribute(mark)
    this.body.classList.remove('stays', 'picked', 'mine')
    this.body.classList.add('walking')
    this.body.setAttribute('aria-hidden', 'true')
    this.body.inert = true
    this.bubble.className = 'tu-said'
    this.at = middle(place)
    this.put(this.at)
    pawn.style.opacity = '0'
    map.append(this.body)
  }

  /** A pawn begins to be told of; null where it cannot be seen. */
  static at(scene: Scene, place: string | null, name: string | null): Walker | null {
    const tile = scene.at(place)
    const map = tile?.closest<HTMLElement>('.map') ?? null
    const pawn = map?.querySelector<HTMLElement>(`[data-piece="${name}"]`)
    const look = scene.was(place, name)?.look
    return tile && map && pawn && look ? new Walker(scene, map, pawn, look, tile) : null
  }

  /** Where the pawn stands in the end. */
  get goal(): string | undefined {
    return this.pawn.dataset.at
  }

  /** The table: where its camps are, and how far they lie apart. */
  corner(seat: number): number {
    return Number(this.map.dataset.corners?.split(',')[seat] ?? 0)
  }
  get stretch(): number {
    return Number(this.map.dataset.stretch)
  }
  /** How many times it hops in all, bounces included. */
  get hops(): number {
    return Number(this.map.dataset.hops)
  }
  get size(): number {
    return parseFloat(getComputedStyle(this.map).getPropertyValue('--p'))
  }

  // What is seen ------------------------------------------------------------------------------------------------------

  /** A tile looks as it did before; what the view shows of it comes later. */
  cover(place: string | null, ground: Element | null | undefined): void {
    const tile = this.scene.at(place)
    if (!place || !tile || !ground || !this.map.contains(tile)) return
    const added = [...ground.children].map((child) => child.cloneNode(true) as HTMLElement)
    for (const number of added.filter((child) => child.localName === 'b')) {
      // seen, but no part of what the tile is called
      number.dataset.number = number.textContent ?? ''
      number.textContent = ''
    }
    tile.append(...added)
    this.covers.set(place, added)
  }

  uncover(place: string | null): void {
    for (const added of this.covers.get(place ?? '') ?? []) added.remove()
  }

  /** Say a number: how far it goes, how far it has come. */
  say(text: string | number, wrong = false): void {
    this.bubble.textContent = String(text)
    this.bubble.classList.toggle('wrong', wrong)
    this.body.append(this.bubble)
    void this.scene.animate(this.bubble, this.scene.still ? FADE : POP)
  }

  hush(): void {
    this.bubble.remove()
  }

  /** Pawns that stand at a place already: somebody is about to bounce off them. */
  othersAt(place: string | null): HTMLElement[] {
    const found = [...this.map.querySelectorAll<HTMLElement>(`[data-at="${place}"]`)]
    return found.filter((pawn) => pawn !== this.pawn)
  }

  // How it moves ------------------------------------------------------------------------------------------------------

  private put([x, y]: Point): void {
    Object.assign(this.body.style, { left: `${x}px`, top: `${y}px` })
    this.bubble.classList.toggle('beside', y < this.size) // above the first row there is no room
  }

  /** To a place, in one leap so high (counted in tiles). */
  async leap(place: string | null, high: number, times: number): Promise<void> {
    const tile = this.scene.at(place)
    if (tile) await this.go(middle(tile), high, times)
  }

  /** Beside the tile it hides, so that everybody can read it; where there is no room above, below. */
  async aside(times: number): Promise<void> {
    const [x, y] = this.at
    await this.go([x, y + asideOf(y / this.size) * this.size], 0.1, times)
  }

  private async go(to: Point, high: number, times: number): Promise<void> {
    const [dx, dy] = [this.at[0] - to[0], this.at[1] - to[1]]
    this.at = to
    this.put(to)
    this.follow()
    if (this.scene.still) return this.scene.animate(this.body, FADE)
    const top = dy / 2 - high * this.size
    const frames = [
      { transform: `translate(${dx}px, ${dy}px)`, easing: 'ease-out' },
      { transform: `translate(${dx / 2}px, ${top}px) scale(1.06)`, offset: 0.5, easing: 'ease-in' },
      { transform: 'none' },
    ]
    await this.scene.animate(this.body, frames, this.scene.tempo.travel * times)
  }

  /** An enlarged map follows. */
  private follow(): void {
    const field = this.map.parentElement
    if (!field || (field.scrollWidth <= field.clientWidth && field.scrollHeight <= field.clientHeight)) return
    const [left, top] = [this.at[0] - field.clientWidth / 2, this.at[1] - field.clientHeight / 2]
    field.scrollTo({ left, top, behavior: this.scene.still ? 'auto' : 'smooth' })
  }

  /** The pawn itself is there again, and everything is as the view has it. */
  leave(): void {
    for (const place of this.covers.keys()) this.uncover(place)
    this.body.remove()
    this.pawn.style.opacity = ''
  }
}

const FADE: Keyframe[] = [{ opacity: 0 }, { opacity: 1 }]
const POP: Keyframe[] = [{ transform: 'scale(0.3)', opacity: 0.4 }, { transform: 'scale(1.25)', offset: 0.6 }, {}]

/** How far a lifted pawn stands from its tile, in tiles: above it, or below in the first row. */
export const asideOf = (row: number): number => (row < 1 ? 0.95 : -0.95)

/** The middle of a tile on the map: what puts it there is half of it to the left and above. */
const middle = (tile: HTMLElement): Point => [tile.offsetLeft, tile.offsetTop]
