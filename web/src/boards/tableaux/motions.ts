/* How what happens at a table of Tableaux moves: cards that turn over on their way, four that are framed, swing on
   their nail and go to the wall, a pile that is turned over. */

import { mount } from 'svelte'
import type { Event } from '../../protocol'
import type { Motion, Motions, Scene } from '../../table/choreography'
import Card from './Card.svelte'

/** A card of somebody else is shown at least so wide on its way, to be read at arm's length. */
const READABLE = 96
const SHAPE = 4 / 3

/** What stays on the table between two events of one moment: the cards that are about to be framed or turned. */
let lying: { scene: Scene; cards: HTMLElement[] } | null = null
const turnedUp = new WeakSet<Scene>()

/** What lies there in this moment; what an earlier one has left behind is taken away. */
function left(scene: Scene): HTMLElement[] {
  if (lying?.scene !== scene) {
    tidy()
    lying = { scene, cards: [] }
  }
  return lying.cards
}

function tidy(): void {
  for (const one of lying?.cards ?? []) one.remove()
  lying = null
}

// Likenesses ----------------------------------------------------------------------------------------------------------

function drawn(...cards: (string | null)[]): HTMLElement {
  const sheet = document.createElement('span')
  for (const card of cards) mount(Card, { target: sheet, props: { card } })
  return sheet
}

const middle = (box: DOMRect): [number, number] => [box.left + box.width / 2, box.top + box.height / 2]

function boxAround([x, y]: [number, number], width: number, height = width * SHAPE): DOMRect {
  return new DOMRect(x - width / 2, y - height / 2, width, height)
}

/** The same box, as far inside the board as it fits: what is told stands above it. */
function onBoard(scene: Scene, { left, top, width, height }: DOMRect): DOMRect {
  const board = (scene.root.querySelector('.board') ?? scene.root).getBoundingClientRect()
  const x = Math.max(board.left + 4, Math.min(left, board.right - width - 4))
  const y = Math.max(board.top + 4, Math.min(top, board.bottom - height - 4))
  return new DOMRect(x, y, width, height)
}

/** How a thing that lies in one box is moved to look as if it lay in another, turned as far as `turn` says. */
function moved(home: DOMRect, to: DOMRect, turn = 1, tilt = 0): string {
  const [[x, y], [u, v]] = [middle(home), middle(to)]
  const size = to.width / home.width
  return `translate(${u - x}px, ${v - y}px) rotate(${tilt}deg) scale(${size * turn}, ${size})`
}

function ghost(scene: Scene, look: Element, at: DOMRect): HTMLElement {
  const likeness = scene.ghost(look, at)
  likeness.style.transformOrigin = '50% 50%'
  return likeness
}

// Where a card comes from and goes to ---------------------------------------------------------------------------------

/** Where a card leaves: its own place in my fan, the face of somebody else, the top of a pile. */
function departure(scene: Scene, { origin, piece }: Event): DOMRect | null {
  const trace = scene.was(origin, piece)
  if (!trace?.box.width) return null
  if (trace.look) return trace.box
  return boxAround([trace.box.left + trace.box.height / 2, middle(trace.box)[1]], 30)
}

/** Where a card arrives: the card that lies there now, or a spot in what swallows it. */
function arrival(scene: Scene, { target, piece }: Event, from: DOMRect): { box: DOMRect; card: HTMLElement | null } {
  const fresh = scene.at(target)?.querySelector<HTMLElement>('[data-fresh]') ?? null
  const card = fresh ?? scene.piece(target, piece)
  const box = (card ?? scene.at(target))?.getBoundingClientRect() ?? from
  if (card) return { box, card }
  if (target?.startsWith('hand.')) return { box: boxAround([box.left + box.height / 2, middle(box)[1]], 24), card }
  return { box: scene.was(target, piece)?.box ?? box, card }
}

/** A card is carried over the board; what comes from or goes to somebody else grows on its way. */
async function carry(scene: Scene, event: Event, faces: [string | null, string | null]): Promise<HTMLElement | null> {
  const from = departure(scene, event)
  if (!from) return null
  const { box: to, card } = arrival(scene, event, from)
  if (scene.still) {
    if (card) await scene.animate(card, [{ opacity: 0 }, { opacity: 1 }])
    return null
  }
  const swallowed = !card && !!event.target?.startsWith('hand.')
  const wide = Math.max(from.width, to.width, Math.min(READABLE, scene.root.clientWidth / 4))
  const [x, y] = [middle(from), middle(to)].reduce(([a, b], [c, d]) => [a * 0.35 + c * 0.65, b * 0.35 + d * 0.65])
  const peak = onBoard(scene, boxAround([x, y - wide * 0.2], wide))
  const [start, high, end] = [from, peak, to].map((box) => moved(to, box)) as [string, string, string]
  const edge = moved(to, peak, 0)
  const ms = scene.tempo.travel * 1.8
  const done = card && hidden(card)
  const [first, second] = faces
  const likeness = ghost(scene, drawn(second), to)
  if (first === second) {
    await scene.animate(
      likeness,
      [
        { transform: start, opacity: 0.4 },
        { transform: high, opacity: 1, offset: 0.45 },
        { transform: high, offset: 0.7 },
        { transform: end, opacity: swallowed ? 0 : 1 },
      ],
      ms,
    )
  } else {
    const back = ghost(scene, drawn(first), to)
    const turning = [{ transform: start }, { transform: edge, offset: 0.4 }, { transform: edge }]
    const turned = [
      { transform: edge, opacity: 0 },
      { transform: edge, opacity: 1, offset: 0.4 },
      { transform: high, offset: 0.6 },
      { transform: high, offset: 0.75 },
      { transform: end },
    ]
    await Promise.all([scene.animate(back, turning, ms), scene.animate(likeness, turned, ms)])
    back.remove()
  }
  done?.()
  if (card || swallowed) {
    likeness.remove()
    return null
  }
  return likeness
}

/** What is only out of sight keeps the focus. */
function hidden(element: HTMLElement): () => void {
  const { opacity } = element.style
  element.style.opacity = '0'
  return () => (element.style.opacity = opacity)
}

// Verbs ---------------------------------------------------------------------------------------------------------------

/** From the pile: wrapped on its way to others, turned up on its way to me. */
const draw: Motion = async (event, scene) => void (await carry(scene, event, [null, event.piece]))

/** tableaux.3: others lay theirs face down; when the last one lies, all stay so until they are turned up together. */
const open: Motion = async (event, scene) => {
  const hide = firstCards(scene).filter(
    ({ place, card }) => !card.closest('.own') && scene.was(place, card.dataset.piece ?? null),
  )
  const together = !scene.still && hide.length > 1
  const late = hide.map(({ card }) => card).filter((card) => !scene.at(event.target)?.contains(card))
  const wrap = (card: HTMLElement) => left(scene).push(ghost(scene, drawn(null), card.getBoundingClientRect()))
  if (together) late.forEach(wrap)
  const face = together && !scene.at(event.target)?.closest('.own') ? null : event.piece
  await carry(scene, event, [face, face])
  const card = scene.piece(event.target, event.piece)
  if (together && card && face === null) wrap(card)
}

/** The first card in front of each seat. */
function firstCards(scene: Scene): { place: string; card: HTMLElement }[] {
  const found = scene.root.querySelectorAll<HTMLElement>('[data-place^="tableau."][data-place$=".0"] [data-piece]')
  return [...found].map((card) => ({ place: card.closest<HTMLElement>('[data-place]')?.dataset.place ?? '', card }))
}

const take: Motion = async (event, scene) => void (await carry(scene, event, [event.piece, event.piece]))

/** On a tableau or on the discards. What is gone from there (a fourth card, a pile that is turned) lies on a while. */
const lay: Motion = async (event, scene) => {
  if (!scene.still && !scene.piece(event.target, event.piece)) left(scene).push(...stillLying(event, scene))
  const likeness = await carry(scene, event, [event.piece, event.piece])
  if (likeness) left(scene).push(likeness)
}

/** The three cards that the fourth comes to: they are won already, but have to be seen until it is there. */
function stillLying({ target }: Event, scene: Scene): HTMLElement[] {
  const won = scene.root.querySelector<HTMLElement>('[data-newest]')?.dataset.newest?.split(' ') ?? []
  const row = target?.startsWith('tableau.') ? target.slice(0, -1) : null
  return won.slice(0, 3).flatMap((card, slot) => {
    const box = row && scene.at(row + slot)?.getBoundingClientRect()
    return box ? [ghost(scene, drawn(card), box)] : []
  })
}

/** A card of a hand that is a tableau: it is shown in the middle, beside those before it. */
const show: Motion = async (event, scene) => {
  const shown = left(scene)
  const from = departure(scene, event) ?? scene.was(event.origin)?.box
  if (!from || scene.still) return
  const board = scene.root.getBoundingClientRect()
  const wide = Math.min(READABLE, board.width / 5)
  const [x, y] = middle(board)
  const to = boxAround([x + (shown.length - 1.5) * wide * 1.08, y], wide)
  const likeness = ghost(scene, drawn(event.piece), to)
  shown.push(likeness)
  await scene.animate(likeness, [{ transform: moved(to, from), opacity: 0.4 }, { transform: 'none' }])
}

/** Four cards are framed where they lie, swing on their nail, and go to the wall. */
const win: Motion = async (event, scene) => {
  const four = left(scene)
  const newest = scene.root.querySelector<HTMLElement>('[data-newest]')
  const wall = scene.at(event.target)
  const goal = [newest, wall].map((one) => one?.getBoundingClientRect()).find((box) => box?.width)
  if (!goal || scene.still) return tidy()
  const board = scene.root.getBoundingClientRect()
  const boxes = four.map((one) => one.getBoundingClientRect())
  const [x, y] = boxes.length ? middle(boxes.at(0) as DOMRect) : middle(board)
  const wide = Math.min(150, board.width * 0.36)
  const inside = (at: number, from: number, to: number) => Math.min(Math.max(at, from + 8), to - 8)
  const hung = boxAround(
    [inside(x, board.left + wide / 2, board.right - wide / 2), inside(y, board.top + wide, board.bottom - wide)],
    wide,
  )
  const frame = framed(newest, event.count)
  const likeness = ghost(scene, frame, hung)
  likeness.style.transformOrigin = '50% 0'
  const done = newest && hidden(newest)
  const leaving = four.map((one) => scene.animate(one, [{ opacity: 1 }, { opacity: 0 }]))
  const swing = ['-7deg', '5deg', '-2.5deg', '0deg'].map((turn) => ({ transform: `rotate(${turn})` }))
  await scene.animate(likeness, [{ transform: 'scale(0.4)', opacity: 0 }, ...swing], scene.tempo.travel * 2.2)
  await Promise.all(leaving)
  tidy()
  await scene.beat(2)
  likeness.style.transformOrigin = '50% 50%'
  await scene.animate(likeness, [{ transform: 'none' }, { transform: moved(hung, goal) }], scene.tempo.travel * 1.2)
  likeness.remove()
  done?.()
}

/** The gilt frame of a tableau that was just won, with a medal for what it is worth. */
function framed(newest: HTMLElement | null, points: number): HTMLElement {
  const frame = document.createElement('span')
  frame.className = 'framed'
  const gilt = newest?.querySelector('.gilt')?.cloneNode(true) as HTMLElement | undefined
  if (gilt) frame.append(gilt)
  const medal = document.createElement('b')
  medal.textContent = `+${points}`
  frame.append(medal)
  return frame
}

/** The discards are turned over, one upon the other, and are the pile. */
const turn: Motion = async (event, scene) => {
  tidy()
  const [from, to] = [event.origin, event.target].map((place) => scene.at(place)?.getBoundingClientRect())
  if (!from?.width || !to?.width || scene.still) return
  const half = boxAround([(middle(from)[0] + middle(to)[0]) / 2, middle(from)[1] - from.height * 0.4], from.width)
  const sheaf = [0, 1, 2].map(async (n) => {
    const likeness = ghost(scene, drawn(null), to)
    const frames = [
      { transform: moved(to, from, 0), opacity: 1 - n * 0.15, offset: 0 },
      { transform: moved(to, half, 0.7, -8), offset: 0.3 + n * 0.1 },
      { transform: 'none' },
    ]
    await scene.animate(likeness, frames, scene.tempo.travel * (1.6 + n * 0.35))
    likeness.remove()
  })
  await Promise.all(sheaf)
}

/** tableaux.3: all first cards are turned up together. */
const reveal: Motion = async (_, scene) => {
  if (turnedUp.has(scene)) return
  turnedUp.add(scene)
  tidy()
  const first = firstCards(scene).map(({ card }) => card)
  const frames = [{ transform: 'scale(0, 1.08)' }, { transform: 'scale(1.04)', offset: 0.7 }, { transform: 'none' }]
  await Promise.all(first.map((card) => scene.animate(card, frames, scene.tempo.travel * 1.4)))
}

/** Nothing to draw and nothing that fits: a shake of the head. */
const pass: Motion = (event, scene) => {
  const who = scene.at(`seat.${event.seat}`)
  const shake = [0, -4, 4, -2, 0].map((x) => ({ transform: `translateX(${x}px)` }))
  return who && !scene.still ? scene.animate(who, shake) : undefined
}

/** Every motion begins on a table without what an earlier moment has left. */
const onClearTable =
  (motion: Motion): Motion =>
  (event, scene) => {
    left(scene)
    return motion(event, scene)
  }

const verbs: Motions = {
  open,
  reveal,
  draw,
  take,
  lay,
  start: lay,
  discard: lay,
  turn_over: turn,
  show,
  win,
  pass,
}

export const motions: Motions = Object.fromEntries(
  Object.entries(verbs).map(([verb, motion]) => [verb, onClearTable(motion)]),
)
