/* How an announcement is told: what was said, what lay under the pawn, and then the pawn's way, tile by tile. */

import type { Event } from '../../protocol'
import type { Motion, Motions, Scene } from '../../table/choreography'
import { Walker } from './walker'
import { nameOfPlace, placeNamed, stepsFrom, stepTime } from './way'

const walkers = new WeakMap<Scene, Walker>()

/** A motion of the pawn on its way: whatever goes wrong, the board is as the view has it in the end. */
const walking =
  (motion: (walker: Walker, event: Event, scene: Scene) => Promise<void>): Motion =>
  async (event, scene) => {
    const walker = walkers.get(scene)
    if (!walker) return
    try {
      await motion(walker, event, scene)
    } catch (fault) {
      walker.leave()
      throw fault
    }
  }

const SQUASH: Keyframe[] = [{}, { transform: 'translateY(8%) scale(1.16, 0.78)', offset: 0.4 }, {}]
const PRESSED: Keyframe[] = [{}, { transform: 'translateY(6%)', offset: 0.4 }, {}]
const SHAKE: Keyframe[] = [0, -9, 9, -7, 7, -4, 0].map((x) => ({ transform: `translateX(${x}%) rotate(${x / 2}deg)` }))
const TURN: Keyframe[] = [{ transform: 'scaleX(0)' }, { transform: 'scale(1.25)', offset: 0.6 }, {}]
const LAND: Keyframe[] = [{ transform: 'scale(1.5)' }, { transform: 'scale(0.9)', offset: 0.6 }, {}]
const FADE: Keyframe[] = [{ opacity: 0 }, { opacity: 1 }]

/** From tile to tile, never across the garden. One step after the other is counted. */
async function walk(walker: Walker, { seat, origin, count }: Event, scene: Scene, first = false): Promise<void> {
  if (!origin || seat === null) return
  const times = stepTime(count, first || walker.hops === 1, walker.hops)
  const passed = stepsFrom(placeNamed(origin), count, walker.corner(seat), walker.stretch)
  for (const [n, place] of passed.entries()) {
    // the last step of all leads over the 4 of one's own camp (tuiles.11)
    const name = place.where === 'home' ? `camp.${seat}.2` : nameOfPlace(place, seat)
    if (scene.still && n < passed.length - 1) continue
    walker.say(n + 1)
    await walker.leap(name, 0.55, times)
    const tile = scene.at(name)
    if (tile && !scene.still) void scene.animate(tile, PRESSED, scene.tempo.travel / 2)
  }
}

/** Along the way, and down on the tile: who arrives there hides it. */
async function hop(walker: Walker, event: Event, scene: Scene, first = false): Promise<void> {
  await walk(walker, event, scene, first)
  if (walker.goal === event.target) {
    await scene.beat()
    walker.leave()
  }
}

export const motions: Motions = {
  async announce({ origin, piece, count }, scene) {
    const walker = Walker.at(scene, origin, piece)
    if (!walker) return
    walkers.set(scene, walker)
    walker.cover(origin, scene.was(origin, piece)?.ground)
    if (walker.goal && walker.goal !== origin) walker.cover(walker.goal, scene.was(walker.goal, piece)?.ground)
    walker.say(count)
    await walker.leap(origin, 0.35, 0.9)
  },

  uncover: walking(async (walker, { target }, scene) => {
    await walker.aside(0.6)
    walker.uncover(target)
    scene.halo(target)
    const number = scene.at(target)?.querySelector('b')
    if (number) await scene.animate(number, scene.still ? FADE : TURN, scene.tempo.travel * 0.9)
    await scene.beat()
  }),

  hop: walking((walker, event, scene) => hop(walker, event, scene, true)),

  bounce: walking(async (walker, event, scene) => {
    const under = walker.othersAt(event.origin)
    if (!scene.still)
      await Promise.all([walker.body, ...under].map((pawn) => scene.animate(pawn, SQUASH, scene.tempo.travel * 0.4)))
    await hop(walker, event, scene)
  }),

  home: walking(async (walker, event, scene) => {
    await walk(walker, event, scene)
    walker.hush()
    const slot = scene.piece(event.target, event.piece)
    const goal = slot?.getBoundingClientRect()
    const from = walker.body.getBoundingClientRect()
    if (!slot || !goal?.width || scene.still) return walker.leave()
    const ghost = scene.ghost(walker.body, from)
    ghost.style.setProperty('--p', `${walker.size}px`)
    walker.leave()
    const [x, y] = [goal.left + goal.width / 2 - from.width / 2, goal.top + goal.height / 2 - from.height / 2]
    const [dx, dy] = [x - from.left, y - from.top]
    ghost.style.transformOrigin = '50% 50%'
    slot.style.opacity = '0'
    try {
      const frames = [
        { transform: 'none' },
        { transform: 'translateY(-30px) scale(1.35)', offset: 0.3 },
        { transform: `translate(${dx}px, ${dy}px) scale(${goal.height / from.height})` },
      ]
      await scene.animate(ghost, frames, scene.tempo.travel * 1.5)
    } finally {
      ghost.remove()
      slot.style.opacity = ''
    }
    await scene.animate(slot, LAND, scene.tempo.travel * 0.6)
  }),

  stay: walking(async (walker, _, scene) => {
    walker.say('✗', true)
    if (!scene.still) await scene.animate(walker.body, SHAKE, scene.tempo.travel * 1.6)
    await scene.beat(2)
    walker.leave()
  }),
}
