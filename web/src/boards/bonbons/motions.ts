/* How Bonbons moves: tiles turn over, a thread ties a pair, a stolen round and the gift for it pass each other, coins
   are laid one by one. */

import type { Event } from '../../protocol'
import { heldBack, type Motions, type Scene } from '../../table/choreography'
import { arc, between, drawn, flight, type Box } from './arc'

const FADE = [{ opacity: 0 }, { opacity: 1 }]
const PULSE = [{ scale: 1 }, { scale: 1.24, offset: 0.35 }, { scale: 0.96, offset: 0.7 }, { scale: 1 }]
const SHAKE = ['0', '-5px', '5px', '-4px', '3px', '0'].map((translate) => ({ translate }))
const TREMBLE = [0, -9, 8, -7, 5, 0].map((turn) => ({ rotate: `${turn}deg`, scale: turn ? 1.14 : 1 }))
const NOD = [{ translate: '0' }, { translate: '0 4px' }, { translate: '0' }]
/** Smaller than this nobody sees what is on a tile. */
const SMALL = 40

/** What flies far starts and lands softly. */
const GLIDE = 'cubic-bezier(0.45, 0.05, 0.3, 1)'

const SVG = 'http://www.w3.org/2000/svg'

type Drawn = HTMLElement | SVGElement

/** What is drawn, out of sight as long as something happens instead of it. */
async function instead(hidden: readonly (Drawn | null | undefined)[], happen: () => Promise<unknown>): Promise<void> {
  const there = hidden.filter((one) => !!one)
  for (const one of there) one.style.opacity = '0'
  try {
    await happen()
  } finally {
    for (const one of there) one.style.opacity = ''
  }
}

/** A likeness, as long as something happens to it. */
async function withGhost(scene: Scene, look: Element, at: DOMRect, happen: (ghost: HTMLElement) => Promise<unknown>) {
  const ghost = scene.ghost(look, at)
  ghost.style.transformOrigin = '50% 50%'
  try {
    await happen(ghost)
  } finally {
    ghost.remove()
  }
}

const turnedBy = (degrees: number, lift = 0) => `perspective(420px) translateY(${lift}px) rotateY(${degrees}deg)`

/** A tile turns over: its back until it stands on its edge, then what was under it. */
async function turn(event: Event, scene: Scene): Promise<void> {
  const face = scene.piece(event.target, event.piece)
  const back = scene.was(event.target, event.piece)?.look
  if (!face) return
  if (scene.still || !back) return scene.animate(face, FADE)
  const half = scene.tempo.travel * 0.6
  const box = face.getBoundingClientRect()
  await instead([face], () =>
    withGhost(scene, back, box, (ghost) =>
      scene.animate(ghost, [{ transform: turnedBy(0) }, { transform: turnedBy(88, -8) }], half),
    ),
  )
  await scene.animate(face, [{ transform: turnedBy(-88, -8) }, {}], half)
  if (box.width < SMALL) await magnify(face, scene)
}

/** What is tiny comes close for a moment. */
function magnify(face: Element, scene: Scene): Promise<void> {
  const box = face.getBoundingClientRect()
  const close = { transform: `scale(${(76 / box.width).toFixed(2)})`, opacity: 1 }
  const frames = [
    { transform: 'none', opacity: 1 },
    { ...close, offset: 0.2 },
    { ...close, offset: 0.85 },
    { opacity: 0 },
  ]
  return withGhost(scene, face, box, (ghost) => scene.animate(ghost, frames, scene.tempo.travel * 3))
}

/** A dotted thread from one thing to another, as long as something happens along it. */
async function tie(from: Box, to: Box, scene: Scene, happen: () => Promise<unknown>): Promise<void> {
  if (scene.still) return void (await happen())
  const all = scene.root.getBoundingClientRect()
  const thread = document.createElementNS(SVG, 'svg')
  for (const width of ['9', '4.5']) {
    const line = document.createElementNS(SVG, 'path')
    const look = {
      d: drawn(between(arc(from, to), from, to), all),
      fill: 'none',
      'stroke-width': width,
      'stroke-linecap': 'round',
    }
    for (const [name, value] of Object.entries(look)) line.setAttribute(name, String(value))
    line.style.stroke = width === '9' ? 'var(--paper)' : 'var(--accent)'
    line.style.strokeDasharray = '0.1 11'
    thread.append(line)
  }
  await withGhost(scene, thread, all, async (ghost) => {
    await scene.animate(ghost, FADE, scene.tempo.travel / 2)
    await happen()
    await scene.animate(ghost, [...FADE].reverse(), scene.tempo.travel / 2)
  })
}

/** Square and round show the same: a thread says so. */
async function pair({ origin, target, piece }: Event, scene: Scene, round: Keyframe[] = PULSE): Promise<void> {
  const [one, other] = [scene.piece(origin, piece), scene.piece(target, piece)]
  scene.halo(origin, target)
  if (!one || !other) return
  const ms = scene.tempo.travel * 1.5
  await tie(one.getBoundingClientRect(), other.getBoundingClientRect(), scene, async () => {
    if (!scene.still) await Promise.all([scene.animate(one, PULSE, ms), scene.animate(other, round, ms)])
    await scene.beat(2)
  })
}

/** A likeness of what lies at its goal comes there from elsewhere. */
function fly(look: Element, from: Box, to: DOMRect, scene: Scene, times: number): Promise<void> {
  return withGhost(scene, look, to, (ghost) =>
    scene.animate(ghost, flight(from, to), scene.tempo.travel * times, GLIDE),
  )
}

/** The stolen round and the one that is given for it change places, and both are seen on their way. */
async function exchange({ origin, target, piece }: Event, scene: Scene): Promise<void> {
  const [loot, given] = [scene.was(origin, piece)?.box, scene.was(target)?.box]
  const [stolen, gift] = [scene.piece(target, piece), scene.piece(origin)]
  const [here, there] = [scene.at(target), scene.at(origin)]
  if (!stolen || !gift || !loot || !given || !here || !there) return
  scene.halo(origin)
  if (scene.still) return void (await Promise.all([stolen, gift].map((one) => scene.animate(one, FADE))))
  const [home, away] = [here.getBoundingClientRect(), there.getBoundingClientRect()]
  await instead([stolen, gift, there.querySelector<HTMLElement>('.received')], () =>
    tie(loot, home, scene, () => Promise.all([fly(stolen, loot, home, scene, 3), fly(gift, given, away, scene, 3)])),
  )
}

/** One more round comes out of the jar. */
async function draw({ target }: Event, scene: Scene): Promise<void> {
  const [jar, round] = [scene.at('reserve'), scene.piece(target)]
  if (!round) return
  if (!jar || scene.still) round.style.opacity = ''
  if (!jar) return
  if (scene.still) return scene.animate(round, FADE)
  const [mouth, goal] = [jar.getBoundingClientRect(), round.getBoundingClientRect()]
  const from = { left: mouth.left + mouth.width / 2 - 12, top: mouth.top, width: 24, height: 24 }
  await instead([round], async () => {
    await scene.animate(jar, SHAKE)
    await fly(round, from, goal, scene, 2)
  })
}

/** The three coins of the tray leap, one after the other. */
async function coins(_: Event, scene: Scene): Promise<void> {
  for (const coin of scene.root.querySelectorAll('[data-place^="square."] .gold')) {
    scene.halo(coin.closest('[data-place]')!.getAttribute('data-place'))
    if (!scene.still) await scene.animate(coin, PULSE, scene.tempo.travel * 0.8)
  }
}

/** Where all three were laid already: they come as three events and are shown as one thing. */
const laid = new WeakSet<Scene>()

async function cover({ target }: Event, scene: Scene): Promise<void> {
  const round = scene.at(target)
  if (laid.has(scene) || !round) return
  laid.add(scene)
  const goals = [...round.querySelectorAll<SVGElement>('.coins svg')]
  if (scene.still) return void (await Promise.all(goals.map((goal) => scene.animate(goal, FADE))))
  const waiting = [...scene.root.querySelectorAll<HTMLElement>('.hole')].flatMap((hole) => {
    const coin = scene.was(hole.dataset.place ?? null, 'coin')
    return coin?.look ? [scene.ghost(coin.look, coin.box)] : []
  })
  const lay = async () => {
    for (const [n, goal] of goals.entries()) {
      const from = waiting[n]?.getBoundingClientRect()
      waiting[n]?.remove()
      if (from) await fly(goal, from, goal.getBoundingClientRect(), scene, 1.6)
      goal.style.opacity = ''
    }
  }
  await instead(goals, lay).finally(() => waiting.forEach((coin) => coin.remove()))
}

/** No pair: both shake their heads. */
async function miss(_: Event, scene: Scene): Promise<void> {
  const shown = [...scene.root.querySelectorAll('.fresh')]
  for (const one of shown) scene.halo(one.closest('[data-place]')?.getAttribute('data-place') ?? null)
  if (!scene.still) await Promise.all(shown.map((one) => scene.animate(one, SHAKE, scene.tempo.travel * 1.2)))
}

/** Enough for now. */
async function nod({ seat }: Event, scene: Scene): Promise<void> {
  const who = scene.at(`seat.${seat}`)
  if (who && !scene.still) await scene.animate(who, NOD)
}

export const motions: Motions = {
  turn,
  pair: (event, scene) => pair(event, scene),
  theft: (event, scene) => pair(event, scene, TREMBLE),
  steal: exchange,
  give: () => undefined, // seen already: it went the other way
  draw: heldBack(({ target }, scene) => scene.piece(target)?.style.setProperty('opacity', '0'), draw),
  coins,
  cover,
  miss,
  stop: nod,
  decline: nod,
}
