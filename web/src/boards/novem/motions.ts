/* How what happens in Novem moves: markers slide into their nests and turn up together, the lines light up, the tile
   where they cross rises and goes to its taker, and the token of the attack crosses the table.

   A duel has two views (`suspense` in manners.ts), and each is drawn as it is at its end: the markers turned up, then
   the tile taken or the next game laid out. So what an event has not shown yet is hidden first (`put`), the event shows
   it (`appear`), and at the end of each view nothing is hidden any more (`release`). */

import type { Event } from '../../protocol'
import { heldBack, type Motions, type Scene } from '../../table/choreography'
import { arc, FADE, FLIP, POP, RISE, SHAKE } from './paths'
import { isUpper, tileOf, withoutTile } from './tiles'

type Shown = HTMLElement | SVGElement

const all = (scene: Scene, what: string): Shown[] => [...scene.root.querySelectorAll<Shown>(what)]
/** The board of the game before, laid over the next one. */
const oldBoard = (scene: Scene): Shown | null => scene.root.querySelector<Shown>('[inert][data-held]')

// What is held back ---------------------------------------------------------------------------------------------------

const SECRETS = '.marker .front, .band.shown, .line .shown, .cross .named'
const BEFORE = '.marker .back, .cross .ask'
const MARKERS = `:is(${SECRETS}, ${BEFORE})`

function put(element: Shown | null, opacity: string): void {
  if (!element) return
  element.style.opacity = opacity
  element.dataset.held = ''
}

/** The markers before they are turned up. */
function holdMarkers(scene: Scene): void {
  for (const secret of all(scene, SECRETS)) put(secret, '0')
  for (const thing of all(scene, BEFORE)) put(thing, '1')
}

/** The crossing before it is ringed, and the token before it passes on. */
function holdResult({ seat }: Event, scene: Scene): void {
  for (const one of all(scene, '.ring, .token:not(.off), .attacks')) put(one, '0')
  put(scene.at(`token.${seat}`), '1')
}

/** The board before the next game: all of the old one is laid over the new one. */
function holdBoard(_: Event, scene: Scene): void {
  for (const pause of all(scene, '.pause')) put(pause, '0')
  const was = scene.was('board')
  const now = scene.at('board')
  if (!was?.look || !now) return
  scene.ghost(was.look, was.box).dataset.held = ''
  put(now, '0')
}

/** What was hidden is as the view says: all of it, or one part. */
function release(scene: Scene, part = ''): void {
  for (const held of all(scene, `${part}[data-held]`)) {
    if (held.matches('[inert]')) held.remove()
    held.style.opacity = ''
    delete held.dataset.held
  }
}

/** What was held back is seen now. */
async function appear(scene: Scene, what: string, frames: Keyframe[] = FADE, times = 1): Promise<void> {
  const found = all(scene, what)
  for (const element of found) put(element, '1')
  const moved = scene.still ? FADE : frames
  await Promise.all(found.map((element) => scene.animate(element, moved, scene.tempo.travel * times)))
}

// How things move -----------------------------------------------------------------------------------------------------

/** A likeness goes from one place to another and is gone there. */
async function send(
  scene: Scene,
  look: Element,
  from: DOMRect,
  goal: DOMRect | undefined,
  times: number,
): Promise<void> {
  if (scene.still || !from.width || !goal?.width) return
  const ghost = scene.ghost(look, from)
  try {
    await scene.animate(ghost, arc(from, goal), scene.tempo.travel * times)
  } finally {
    ghost.remove()
  }
}

/** Both markers are turned up at once. */
async function turnUp(scene: Scene): Promise<void> {
  const backs = all(scene, '.marker .back')
  if (!scene.still) await Promise.all(backs.map((back) => scene.animate(back, FLIP, scene.tempo.travel * 0.6)))
  for (const back of backs) put(back, '0')
  await appear(scene, '.marker .front', [...FLIP].reverse(), 0.9)
}

/** A line lights up from its name on. */
const lightUp = (scene: Scene, line: string | null): Promise<void> =>
  appear(scene, `[data-line="${line}"].shown, [data-place="line.${line}"] .shown`, FADE, 1.1)

/** The token goes to who attacks now; it stays with who attacks first in the next game as well. */
async function pass(scene: Scene, attacker: number | null): Promise<void> {
  const old = scene.at(`token.${attacker}`)
  const now = scene.root.querySelector<SVGElement>('.token:not(.off)')
  if (!old || !now || old === (now as Element)) return
  put(old, '0')
  await send(scene, now, old.getBoundingClientRect(), now.getBoundingClientRect(), 2)
  await appear(scene, '.token:not(.off), .attacks', POP, 0.6)
}

/** The end of a crossing: the token crosses the table, and nothing is held back, unless the next game begins. */
async function end(event: Event, scene: Scene): Promise<void> {
  await pass(scene, event.seat)
  if (!scene.was('board')) release(scene)
}

// Every verb ----------------------------------------------------------------------------------------------------------

export const motions: Motions = {
  async lay({ seat, piece, origin, target, passing }, scene) {
    if (passing) holdMarkers(scene)
    const marker = scene.piece(target)
    if (!marker?.getBoundingClientRect().width) return
    if (scene.still) return scene.animate(marker, FADE)
    const from = (scene.was(origin, piece)?.box ?? handOf(scene, seat, piece)) as DOMRect | undefined
    if (from?.width)
      await scene.animate(marker, arc(marker.getBoundingClientRect(), from).reverse(), scene.tempo.travel * 1.5)
  },

  async reveal({ seat, piece }, scene) {
    if (seat === 0) await turnUp(scene)
    await lightUp(scene, piece)
    if (seat === 0) return
    for (const ask of all(scene, '.cross .ask')) put(ask, '0')
    await appear(scene, '.cross .named', POP)
    release(scene, MARKERS)
  },

  take: heldBack(holdResult, async (event, scene) => {
    const { origin, target, count } = event
    const was = scene.was(origin)
    const board = oldBoard(scene)
    void appear(scene, '.ring')
    if (was?.look) {
      const look = tileOf(count, isUpper(was.look))
      if (board) withoutTile(board, origin)
      const goal = scene.piece(target) ?? scene.at(target)
      await rises(scene, look, was.box, goal?.getBoundingClientRect())
      if (goal) void scene.animate(goal, scene.still ? FADE : POP, scene.tempo.travel * 0.8)
    }
    scene.halo(target)
    await end(event, scene)
  }),

  nothing: heldBack(holdResult, async (event, scene) => {
    const nest = scene.piece(event.target)
    await appear(scene, '.ring', POP, 1.2)
    if (nest && !scene.still) await scene.animate(nest, SHAKE, scene.tempo.travel * 1.4)
    scene.halo(event.target)
    await end(event, scene)
  }),

  total({ seat }, scene) {
    scene.halo(`seat.${seat}`)
  },

  /** The old board goes, the new one lies there. */
  next_game: heldBack(holdBoard, async (_, scene) => {
    const board = oldBoard(scene)
    await scene.beat(2)
    if (board) await scene.animate(board, [{ opacity: 1 }, { opacity: 0 }])
    release(scene)
    const lies = scene.at('board')
    const pauses = all(scene, '.pause')
    await Promise.all([...(lies ? [lies] : []), ...pauses].map((element) => scene.animate(element, FADE)))
  }),
}

/** A tile is lifted, with its number, and goes to its taker. */
async function rises(scene: Scene, look: SVGElement, from: DOMRect, goal: DOMRect | undefined): Promise<void> {
  if (scene.still) return
  const held = scene.ghost(look, from)
  try {
    await scene.animate(held, RISE, scene.tempo.travel * 1.6)
  } finally {
    held.remove()
  }
  const up = new DOMRect(
    from.left - from.width * 0.08,
    from.top - from.height * 0.2,
    from.width * 1.16,
    from.height * 1.16,
  )
  await send(scene, look, up, goal, 2.2)
}

/** Where a marker comes from: one's own from the hand, others' from where they sit. */
function handOf(scene: Scene, seat: number | null, line: string | null): DOMRect | undefined {
  const own = scene.at(`marker.${seat}.${line}`)
  if (own) return own.getBoundingClientRect()
  const who = scene.at(`seat.${seat}`)?.getBoundingClientRect()
  return who && new DOMRect(who.left + 16, who.top, 30, 30)
}
