/* Events become motion: the real piece travels from where it was to where it goes, and a halo stays on what changed.

   A board marks its places with `data-place` (the names that events use: `square.12`, `bag`; `seat.1` for who sits
   there) and what can travel inside a place with `data-piece`, by the name events give it where several lie there
   (`data-piece="red"`). A place without a piece is a container: what goes there disappears in it. Only transform and
   opacity move. */

import { tick } from 'svelte'
import type { Event } from '../protocol'
import { boxOf, isSeen, likenessOf, pieceAt, placeIn } from './places'
import { rest, TEMPI, type Tempo } from './stage'
import { Telling, type Perform, type Showing } from './telling'

const EASE = 'cubic-bezier(0.2, 0.8, 0.2, 1)'

/** A place as it was before the moment: where its piece (or the place itself) lay, and how that piece looked. */
export interface Trace {
  box: DOMRect
  look: HTMLElement | SVGElement | null
  /** How the place itself looked, where the piece was drawn above it. */
  ground: HTMLElement | null
}

/** How one verb of a game moves; without one, a piece with an origin and a target flies, and anything else glows. */
export type Motion = ((event: Event, scene: Scene) => Promise<void> | void) & {
  flock?: boolean
  /** What is not there yet when the moment begins: the motion itself brings it back, whatever happens. */
  before?: (event: Event, scene: Scene) => void
}
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
    for (const { origin, target, piece } of events)
      for (const place of [origin, target]) if (place) scene.remember(place, piece)
    scene.darken()
    return scene
  }

  /** A board that shows a moment already: only its halo is missing. */
  static settled(root: HTMLElement, events: readonly Event[]): void {
    const scene = new Scene(root, TEMPI.brisk, AbortSignal.abort(), true)
    scene.darken()
    for (const event of events) scene.halo(scene.changedBy(event))
  }

  private darken(): void {
    for (const old of this.root.querySelectorAll('[data-halo]')) old.removeAttribute('data-halo')
  }

  private remember(place: string, name: string | null): void {
    const key = `${place} ${name}`
    const element = this.at(place)
    if (!element || this.traces.has(key)) return
    const piece = this.piece(place, name)
    const look = (piece?.cloneNode(true) ?? null) as Trace['look']
    const ground = piece && !element.contains(piece) ? (element.cloneNode(true) as HTMLElement) : null
    this.traces.set(key, { box: boxOf(element, piece), look, ground })
  }

  // Where things are --------------------------------------------------------------------------------------------------

  /** The element of a place, as it is now: where a place is drawn twice, the one that can be seen. */
  at(place: string | null): HTMLElement | null {
    return placeIn(this.root, place)
  }

  /** What can travel at a place, as it is now: the piece of that name, there or above it; or the only one there. */
  piece(place: string | null, name: string | null = null): HTMLElement | null {
    return pieceAt(this.root, place, name)
  }

  /** Where a place was before, and how what lay there looked; null for a place that no event of this moment names. */
  was(place: string | null, name: string | null = null): Trace | null {
    return this.traces.get(`${place} ${name}`) ?? null
  }

  /** Let what changed glow until the next event. */
  halo(...places: (string | null)[]): void {
    for (const place of places) this.at(place)?.setAttribute('data-halo', '')
  }

  // How things move ---------------------------------------------------------------------------------------------------

  /**
   * The piece of an event travels from its origin to its target, over the board: as the target shows it or, where
   * that shows none (or `as` says so), as it looked where it came from.
   */
  async fly(event: Event, { as = 'target', lift = 1.12 }: { as?: Side; lift?: number } = {}): Promise<void> {
    const { origin, target, piece } = event
    const from = this.was(origin, piece)
    const arriving = this.piece(target, piece)
    const there = this.at(target)
    const goal = there && boxOf(there, arriving)
    const look = as === 'target' ? (arriving ?? from?.look) : (from?.look ?? arriving)
    if (!look || !from?.box.width || !goal?.width) return
    if (this.still) return arriving ? this.animate(arriving, [{ opacity: 0 }, { opacity: 1 }]) : undefined
    const ghost = this.ghost(look, arriving ? goal : within(goal, from.box))
    const done = arriving && hide(arriving)
    try {
      await this.animate(ghost, path(from.box, ghost.getBoundingClientRect(), lift, !arriving))
    } finally {
      ghost.remove()
      done?.()
    }
  }

  /** Something short that happens in place: a shake, a swing, a turn. */
  async animate(element: Element, frames: Keyframe[], ms = this.tempo.travel, easing = EASE): Promise<void> {
    if (this.signal.aborted) return
    const running = element.animate(frames, { duration: this.still ? Math.min(ms, 160) : ms, easing })
    const finish = () => running.finish()
    this.signal.addEventListener('abort', finish)
    await running.finished.catch(() => undefined)
    this.signal.removeEventListener('abort', finish)
  }

  /** A breath between two things of one moment. */
  beat(times = 1): Promise<void> {
    return rest(this.tempo.beat * times, this.signal)
  }

  /**
   * A likeness of a thing above everything, out of reach of fingers and readers. It stays until it is removed; inside
   * the board its colours and sizes hold.
   */
  ghost(look: Element, at: DOMRect): HTMLElement {
    const likeness = document.createElement('div')
    const size = { left: `${at.left}px`, top: `${at.top}px`, width: `${at.width}px`, height: `${at.height}px` }
    Object.assign(likeness.style, {
      ...size,
      position: 'fixed',
      pointerEvents: 'none',
      transformOrigin: '0 0',
      zIndex: '40',
    })
    likeness.setAttribute('aria-hidden', 'true')
    likeness.inert = true
    likeness.append(likenessOf(look))
    ;(this.root.querySelector('.board') ?? this.root).append(likeness)
    // what surrounds the board may be what `fixed` is measured from
    const here = likeness.getBoundingClientRect()
    likeness.style.left = `${2 * at.left - here.left}px`
    likeness.style.top = `${2 * at.top - here.top}px`
    return likeness
  }

  /** Play what happened, one event after the other; a flock of the same verb sets out a beat apart. */
  async play(events: readonly Event[], motions: Motions = {}): Promise<void> {
    const underway: Promise<void>[] = []
    for (const event of events) motions[event.verb]?.before?.(event, this)
    for (const [n, event] of events.entries()) {
      const motion: Motion = motions[event.verb] ?? travelOrGlow
      underway.push(this.perform(motion, event))
      if (!motion.flock || events[n + 1]?.verb !== event.verb) await Promise.all(underway.splice(0))
      await this.beat()
    }
  }

  /** One event; a fault in its motion stops nothing. */
  private async perform(motion: Motion, event: Event): Promise<void> {
    try {
      await motion(event, this)
    } catch (fault) {
      reportError(fault)
    }
    this.halo(this.changedBy(event))
  }

  /** Where one sees that something has changed: where a piece came to, else where it left, else who did it. */
  private changedBy({ target, origin, seat }: Event): string | null {
    const places = [target, origin, seat === null ? null : `seat.${seat}`]
    return places.find((place) => isSeen(this.at(place))) ?? null
  }
}

type Side = 'origin' | 'target'

/** A motion for things that go together: those of the same verb that follow each other do not wait for each other. */
export const flock = (motion: Motion): Motion =>
  Object.assign((event: Event, scene: Scene) => motion(event, scene), { flock: true })

/** A motion of something that the board shows already: it is held back as long as what comes before it is told. */
export const heldBack = (before: NonNullable<Motion['before']>, motion: Motion): Motion =>
  Object.assign((event: Event, scene: Scene) => motion(event, scene), { before })

function travelOrGlow(event: Event, scene: Scene): Promise<void> | void {
  if (event.origin && event.target) return scene.fly(event)
}

/**
 * How a page performs: look at its board, change it, and let what happened move. What is found again and not told
 * (`settled`) only glows where something had changed, and nowhere else.
 */
export function performOn(root: () => HTMLElement | null, motions: () => Motions | undefined): Perform {
  return async (events, tempo, signal, change, settled = false) => {
    if (settled) {
      change()
      await tick()
      const shown = root()
      if (shown) Scene.settled(shown, events)
      return
    }
    const board = root()
    const scene = board && events.length ? Scene.before(board, events, tempo, signal) : null
    change()
    await tick()
    await scene?.play(events, motions())
  }
}

/** What tells moments that are looked at again, in a lesson or a replay: at the usual pace, on that page. */
export function retelling(
  root: () => HTMLElement | null,
  motions: () => Motions | undefined,
  changed: (showing: Showing<number>) => void,
  atRest: () => void = () => undefined,
): Telling<number> {
  const perform = performOn(root, motions)
  return new Telling<number>(0, { changed, perform, atRest, pace: () => 'normal', now: () => Date.now() })
}

/** Not invisible to the page: what is hidden loses the focus. Answers how it is shown again. */
function hide(element: HTMLElement): () => void {
  const { opacity } = element.style
  element.style.opacity = '0'
  return () => (element.style.opacity = opacity)
}

/** In the middle of a container, as large as what comes and no larger than the container. */
function within(container: DOMRect, { width, height }: DOMRect): DOMRect {
  const scale = Math.min(1, container.width / width, container.height / height)
  const [w, h] = [width * scale, height * scale]
  return new DOMRect(container.left + (container.width - w) / 2, container.top + (container.height - h) / 2, w, h)
}

/** From one box to another with a small leap; what goes into a container fades as it arrives. */
function path(from: DOMRect, goal: DOMRect, lift: number, fades: boolean): Keyframe[] {
  const [dx, dy, scale] = [from.left - goal.left, from.top - goal.top, from.width / goal.width]
  return [
    { transform: `translate(${dx}px, ${dy}px) scale(${scale})` },
    { transform: `translate(${dx / 2}px, ${dy / 2 - 18}px) scale(${lift * ((1 + scale) / 2)})`, offset: 0.5 },
    { transform: 'none', opacity: fades ? 0 : 1 },
  ]
}
