/* Events become motion: the real piece travels from where it was to where it goes, and a halo stays on what changed.

   A board marks its places with `data-place` (the names that events use: `square.12`, `bag`) and, inside a place, the
   thing that can travel with `data-piece`; without one the whole place travels. Only transform and opacity move. */

import type { Event } from '../protocol'
import { rest, type Tempo } from './stage'

const EASE = 'cubic-bezier(0.2, 0.8, 0.2, 1)'

/** A place as it was before the moment: where it lay and what was seen there. */
interface Trace {
  box: DOMRect
  look: HTMLElement | null
}

/** How one verb of a game moves; without one, a piece with an origin and a target flies, and anything else glows. */
export type Motion = (event: Event, scene: Scene) => Promise<void> | void
export type Motions = Record<string, Motion>

export class Scene {
  private traces = new Map<string, Trace>()

  private constructor(
    readonly root: HTMLElement,
    readonly tempo: Tempo,
    readonly signal: AbortSignal,
    /** Things fade instead of flying. */
    readonly still: boolean,
  ) {}

  /** Look at the board before it changes. */
  static before(root: HTMLElement, events: readonly Event[], tempo: Tempo, signal: AbortSignal): Scene {
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    const scene = new Scene(root, tempo, signal, still)
    for (const place of events.flatMap((event) => [event.origin, event.target]))
      if (place && !scene.traces.has(place)) scene.remember(place)
    for (const old of root.querySelectorAll('[data-halo]')) old.removeAttribute('data-halo')
    return scene
  }

  private remember(place: string): void {
    const element = this.at(place)
    if (!element) return
    const piece = pieceIn(element)
    const look = piece?.cloneNode(true) as HTMLElement | undefined
    this.traces.set(place, { box: (piece ?? element).getBoundingClientRect(), look: look ?? null })
  }

  /** The element of a place, as it is now. */
  at(place: string | null | undefined): HTMLElement | null {
    return place ? this.root.querySelector<HTMLElement>(`[data-place="${CSS.escape(place)}"]`) : null
  }

  /** Let what changed glow until the next event. */
  halo(...places: (string | null | undefined)[]): void {
    for (const place of places) this.at(place)?.setAttribute('data-halo', '')
  }

  /**
   * The piece of an event travels from its origin to its target: over the board, as the target shows it (or, `as`
   * origin, as it looked where it came from).
   */
  async fly(
    event: Event,
    { as = 'target', lift = 1.12 }: { as?: 'origin' | 'target'; lift?: number } = {},
  ): Promise<void> {
    const [from, place] = [event.origin ? this.traces.get(event.origin) : undefined, this.at(event.target)]
    const arriving = place && (pieceIn(place) ?? place)
    const source = from?.box ?? this.at(event.origin)?.getBoundingClientRect()
    if (!arriving || !source || !source.width) return
    const goal = arriving.getBoundingClientRect()
    if (this.still || !goal.width) return this.animate(arriving, [{ opacity: 0 }, { opacity: 1 }])
    const ghost = ((as === 'origin' && from?.look) || arriving).cloneNode(true) as HTMLElement
    this.layer(ghost, goal)
    const gone = arriving.style.visibility
    arriving.style.visibility = 'hidden'
    const [dx, dy] = [source.left - goal.left, source.top - goal.top]
    const start = `translate(${dx}px, ${dy}px) scale(${source.width / goal.width})`
    const middle = `translate(${dx / 2}px, ${dy / 2 - 18}px) scale(${lift * ((1 + source.width / goal.width) / 2)})`
    await this.animate(ghost, [{ transform: start }, { transform: middle, offset: 0.5 }, { transform: 'none' }])
    ghost.remove()
    arriving.style.visibility = gone
  }

  /** Something short that happens in place: a shake, a swing, a turn. */
  async animate(element: Element, frames: Keyframe[], ms = this.tempo.travel): Promise<void> {
    if (this.signal.aborted) return
    const running = element.animate(frames, { duration: this.still ? Math.min(ms, 160) : ms, easing: EASE })
    const finish = () => running.finish()
    this.signal.addEventListener('abort', finish)
    await running.finished.catch(() => undefined)
    this.signal.removeEventListener('abort', finish)
  }

  /** A breath between two things of one moment. */
  beat(times = 1): Promise<void> {
    return rest(this.tempo.beat * times, this.signal)
  }

  /** Above everything, out of reach of fingers and readers. */
  private layer(ghost: HTMLElement, at: DOMRect): void {
    ghost.setAttribute('aria-hidden', 'true')
    ghost.inert = true
    ghost.classList.add('ghost')
    Object.assign(ghost.style, {
      position: 'fixed',
      left: `${at.left}px`,
      top: `${at.top}px`,
      width: `${at.width}px`,
      height: `${at.height}px`,
      margin: '0',
      transformOrigin: '0 0',
      visibility: 'visible',
      pointerEvents: 'none',
      zIndex: '40',
    })
    this.root.append(ghost)
  }

  /** Play what happened, one event after the other. */
  async play(events: readonly Event[], motions: Motions = {}): Promise<void> {
    for (const event of events) {
      const motion = motions[event.verb] ?? travelOrGlow
      await motion(event, this)
      this.halo(event.target ?? event.origin)
      await this.beat()
    }
  }
}

function travelOrGlow(event: Event, scene: Scene): Promise<void> | void {
  if (event.origin && event.target) return scene.fly(event)
}

/** What travels of a place: the marked piece in it, or all of it. */
function pieceIn(place: HTMLElement): HTMLElement | null {
  return place.matches('[data-piece]') ? place : place.querySelector<HTMLElement>('[data-piece]')
}
