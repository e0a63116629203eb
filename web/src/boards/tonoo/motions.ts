/* How what happens in Tonoo moves: a hand in the bag, a pawn that falls into a cylinder, a cylinder that is lifted and
   shows what was in it, and where each of its pawns goes.

   A view shows a lift as it ends: the cylinder is up, its pawns lie there, what was kept is already on the rail. So
   `lift` holds back what only comes later, and the event of each pawn lets it be seen. */

import type { Event } from '../../protocol'
import { flock, heldBack, type Motions, type Scene } from '../../table/choreography'
import { KINDS, letter } from './bench'
import { arc, into, UNDER, WOBBLE } from './paths'

const SVG = 'http://www.w3.org/2000/svg'

// Where things are ----------------------------------------------------------------------------------------------------

const bagOf = (scene: Scene): SVGElement | null => scene.at('bag')?.querySelector('.sack') ?? null
const woodOf = (scene: Scene, place: string | null): HTMLElement | null =>
  scene.at(place)?.querySelector('.wood') ?? null
const rail = (seat: number | null): string => `owned.${seat}`

/** An empty cylinder ends somebody's game; until that is told they sit there with what they own (`eliminate`). */
function wait(scene: Scene, seat: number | null): void {
  scene.at(`seat.${seat}`)?.setAttribute('data-waits', '')
  for (const kind of KINDS) {
    const was = scene.was(rail(seat), kind)
    if (was?.look) scene.ghost(was.look, was.box).dataset.owned = kind
  }
}

/** The opening of the bag, as large as a pawn that comes out of it. */
function mouth(scene: Scene): DOMRect | null {
  const bag = bagOf(scene)?.getBoundingClientRect()
  if (!bag?.width) return null
  const width = Math.min(bag.width * 0.5, 56)
  return new DOMRect(bag.left + bag.width / 2 - width / 2, bag.top - width * 0.6, width, width * 1.5)
}

/** The opening of a cylinder under its lid. */
function rim(wood: HTMLElement): DOMRect {
  const box = (wood.querySelector('.lid') ?? wood).getBoundingClientRect()
  const width = box.width * 0.36
  return new DOMRect(box.left + box.width / 2 - width / 2, box.top - width * 0.3, width, width * 1.5)
}

/** A pawn as it is drawn large. */
function figure(pawn: string): SVGElement {
  const svg = document.createElementNS(SVG, 'svg')
  const use = document.createElementNS(SVG, 'use')
  svg.setAttribute('viewBox', '0 0 40 60')
  use.setAttribute('href', `#tn-p${letter(pawn)}`)
  svg.append(use)
  return svg
}

/** The pawn of a lifted cylinder whose turn it is: the first of its kind that is still as the step before left it. */
function nextPawn(scene: Scene, { piece, target, origin, verb }: Event): HTMLElement | null {
  const place = scene.at(verb === 'show' ? target : origin)
  const kind = { keep: '.kept', back: ':not(.kept)' }[verb] ?? ''
  const found = place?.querySelectorAll<HTMLElement>(`.inside ${kind}[data-piece="${piece}"]`) ?? []
  return [...found].find((pawn) => pawn.style.opacity === (verb === 'show' ? '0' : '1')) ?? null
}

// How they move -------------------------------------------------------------------------------------------------------

/** A likeness that is there for one motion only. */
async function borrowed(scene: Scene, look: Element, at: DOMRect, frames: Keyframe[], times: number): Promise<void> {
  if (scene.still) return
  const ghost = scene.ghost(look, at)
  try {
    await scene.animate(ghost, frames, scene.tempo.travel * times)
  } finally {
    ghost.remove()
  }
}

/** Something goes into the bag. */
async function intoBag(scene: Scene, look: Element, from: DOMRect): Promise<void> {
  const goal = mouth(scene)
  if (goal && from.width) await borrowed(scene, look, from, into(from, goal), 1.6)
}

/** What was held back is there now. */
function arrive(scene: Scene, element: HTMLElement | SVGElement | null): void {
  if (!element) return
  element.style.opacity = ''
  element.setAttribute('data-halo', '')
  const pop = scene.still ? [{ opacity: 0 }, { opacity: 1 }] : [{ transform: 'scale(1.5)' }, { transform: 'none' }]
  void scene.animate(element, pop)
}

const wobble = (scene: Scene, element: Element | null, times = 1.4): Promise<void> | void =>
  element && !scene.still ? scene.animate(element, WOBBLE, scene.tempo.travel * times) : undefined

/** A cylinder that leaves the game looks as if it stayed, until what was in it has been told. */
function staysFor(wood: HTMLElement | null, now: boolean): void {
  const drawn = wood?.querySelector('svg')
  drawn?.style.setProperty('opacity', now ? '1' : '')
  drawn?.style.setProperty('filter', now ? 'none' : '')
}

// Every verb ----------------------------------------------------------------------------------------------------------

export const motions: Motions = {
  async reach(_, scene) {
    const hand = scene.at('bag')?.querySelector('.hand')
    if (!hand) return
    if (scene.still) return scene.animate(hand, [{ opacity: 0 }, { opacity: 1 }])
    const down = [
      { transform: 'translate(26px, -70px)', opacity: 0 },
      { opacity: 1, offset: 0.4 },
      { transform: 'none' },
    ]
    await scene.animate(hand, down, scene.tempo.travel * 1.4)
    await wobble(scene, bagOf(scene))
  },

  async draw({ piece, target }, scene) {
    const pawn = scene.piece(target, piece)
    const from = mouth(scene)
    if (!pawn || !from) return
    if (scene.still) return scene.animate(pawn, [{ opacity: 0 }, { opacity: 1 }])
    const hand = scene.at('bag')?.querySelector('.hand')
    if (hand)
      void scene.animate(hand, [
        { transform: 'none', opacity: 1 },
        { transform: 'translate(26px, -70px)', opacity: 0 },
      ])
    await scene.animate(pawn, arc(pawn.getBoundingClientRect(), from), scene.tempo.travel * 2)
  },

  async place({ piece, origin, target }, scene) {
    const from = scene.was(origin, piece)
    const wood = woodOf(scene, target)
    if (!from?.look || !wood || scene.still) return
    const lid = wood.querySelector('.lid')
    const up = { transform: 'translateY(-40px) rotate(-14deg)' }
    const swing = [{ transform: 'none' }, { ...up, offset: 0.3 }, { ...up, offset: 0.8 }, { transform: 'none' }]
    const opens = lid && scene.animate(lid, swing, scene.tempo.travel * 3)
    await borrowed(scene, from.look, from.box, into(from.box, rim(wood)), 2.4)
    await opens
    await scene.animate(
      wood,
      [{ transform: 'none' }, { transform: 'translateY(4px)' }, { transform: 'none' }],
      scene.tempo.travel / 2,
    )
  },

  async lift({ seat, target, count }, scene) {
    const wood = woodOf(scene, target)
    if (count === 0) wait(scene, seat)
    const held = [...(scene.at(target)?.querySelectorAll<HTMLElement>('.inside > *') ?? [])]
    for (const pawn of held) {
      pawn.style.opacity = '0'
      const kept = pawn.matches('.kept') ? (pawn.dataset.piece ?? null) : null
      // of two jokers one may have been there before
      if (kept && !scene.was(rail(seat), kept)?.look) scene.piece(rail(seat), kept)?.style.setProperty('opacity', '0')
    }
    if (wood && !scene.still) {
      const up = getComputedStyle(wood).getPropertyValue('--up')
      await scene.animate(
        wood,
        [...WOBBLE, { transform: 'none', offset: 0.5 }, { transform: up }],
        scene.tempo.travel * 2.6,
      )
    }
    if (count === 0) for (const word of held) arrive(scene, word)
  },

  show(event, scene) {
    const pawn = nextPawn(scene, event)
    if (!pawn) return
    pawn.style.opacity = '1'
    void scene.animate(pawn, scene.still ? [{ opacity: 0 }, { opacity: 1 }] : UNDER)
  },

  keep: flock(async (event, scene) => {
    const pawn = nextPawn(scene, event)
    const there = scene.piece(event.target, event.piece)
    const goal = (there ?? scene.at(event.target))?.getBoundingClientRect()
    if (!pawn || !goal) return arrive(scene, there)
    pawn.style.opacity = ''
    const from = pawn.getBoundingClientRect()
    await borrowed(scene, pawn, from, arc(from, goal, true), 2)
    arrive(scene, there)
  }),

  back: flock(async (event, scene) => {
    const pawn = nextPawn(scene, event)
    if (pawn) {
      const from = pawn.getBoundingClientRect()
      const sent = intoBag(scene, pawn, from)
      pawn.style.opacity = ''
      return sent
    }
    const was = scene.was(event.origin, event.piece)
    scene.root.querySelector(`[data-owned="${event.piece}"]`)?.remove()
    if (was?.look) await intoBag(scene, was.look, was.box)
  }),

  async return({ origin, piece }, scene) {
    const was = scene.was(origin, piece)
    if (was?.look) await intoBag(scene, was.look, was.box)
    await wobble(scene, bagOf(scene), 0.8)
  },

  async owe({ seat }, scene) {
    const pawns = scene.at(rail(seat))?.querySelectorAll('[data-piece]') ?? []
    await Promise.all([...pawns].map((pawn) => wobble(scene, pawn)))
  },

  async others_take(_, scene) {
    scene.halo('bag')
    await wobble(scene, bagOf(scene))
  },

  async take({ piece, target }, scene) {
    const there = scene.piece(target, piece)
    const goal = (there ?? scene.at(target))?.getBoundingClientRect()
    const from = mouth(scene)
    if (!piece || !goal || !from) return
    const before = scene.was(target, piece)?.look
    if (there && !before) there.style.opacity = '0'
    await rises(scene, piece, from)
    await borrowed(scene, figure(piece), above(from), arc(above(from), goal, true), 1.8)
    arrive(scene, there)
  },

  async take_in_vain({ seat, piece }, scene) {
    const from = mouth(scene)
    if (!piece || !from) return
    scene.halo(`seat.${seat}`)
    await rises(scene, piece, from)
    const owned = scene.piece(rail(seat), piece)
    if (owned) void wobble(scene, owned, 2)
    await borrowed(scene, figure(piece), above(from), into(above(from), from), 2)
  },

  async eliminate({ seat }, scene) {
    const who = scene.at(`seat.${seat}`)
    who?.removeAttribute('data-waits')
    if (who) await (scene.still ? scene.animate(who, [{ opacity: 0.2 }, {}]) : wobble(scene, who, 2))
  },

  leave: heldBack(
    ({ target }, scene) => staysFor(woodOf(scene, target), true),
    async ({ target }, scene) => {
      const wood = woodOf(scene, target)
      if (wood) await scene.animate(wood, [{ opacity: 1 }, { opacity: 0.2 }], scene.tempo.travel * 1.4)
      staysFor(wood, false)
    },
  ),
}

/** Over the bag, where everybody can see it. */
const above = ({ left, top, width, height }: DOMRect): DOMRect => new DOMRect(left, top - height * 0.9, width, height)

/** A pawn comes out of the bag and is held up. */
async function rises(scene: Scene, pawn: string, from: DOMRect): Promise<void> {
  const start = `translateY(${from.height * 0.9}px) scale(0.5)`
  const held = { transform: 'none', opacity: 1 }
  await borrowed(
    scene,
    figure(pawn),
    above(from),
    [{ transform: start, opacity: 0 }, { ...held, offset: 0.5 }, held],
    1.8,
  )
}
