/* De tuile en tuile, without drawing: where pawns stand and would go, what is on show, and how places are called. */

import type { BoardProps } from '../contract'
import type { TuilesMove, TuilesPlace, TuilesView } from './protocol'
import { further, pointOf, shownTile, stepsFrom, wayOf, type Point, type Way } from './way'

/** What the board is given, and hands on to its parts. */
export type Given = BoardProps<TuilesView, TuilesMove>

/** What was chosen of an announcement so far: a pawn, the value under it (expert), how far it goes. */
export interface Choice {
  pawn: number | null
  value: number | null
  advance: number | null
}
export const NOTHING: Choice = { pawn: null, value: null, advance: null }
export const NUMBERS = [1, 2, 3, 4, 5, 6]

/** The shapes of the pawns, by seat, in the ids of the drawings. */
export const SHAPES = ['V', 'A', 'C', 'B']

const HOME: TuilesPlace = { where: 'home', at: 0 }
const stretchOf = (view: TuilesView): number => Number(view.options.stretch ?? 12)
const cornerOf = (view: TuilesView, seat: number): number => view.corners[seat] ?? 0
export const isExpert = (view: TuilesView): boolean => view.options.expert === true
export const isMyTurn = ({ view, me, seats }: Given): boolean =>
  me !== null && view.to_act === me && !seats[me]?.botPlays
export const placeOf = (view: TuilesView, seat: number, pawn: number): TuilesPlace => view.pawns[seat]?.[pawn] ?? HOME

// The map -------------------------------------------------------------------------------------------------------------

/** Tiles smaller than a finger are shown enlarged when one wishes. */
export const FINGER = 44

/** The map as one seat sees it: where its places are, counted in tiles. */
export interface Chart {
  way: Way
  /** Laid on its side, because the room is wide. */
  turned: boolean
  size: Point
  /** The corner of the one who looks. */
  own: number
  stretch: number
  /** A point of the way, on the map as it lies. */
  spot: (point: Point) => Point
}

export function chartOf({ view, me }: Given, turned: boolean): Chart {
  const stretch = stretchOf(view)
  const way = wayOf(stretch)
  const size: Point = turned ? [way.rows, way.columns] : [way.columns, way.rows]
  const spot = ([x, y]: Point): Point => (turned ? [way.rows - y, x] : [x, y])
  return { way, turned, size, own: cornerOf(view, me ?? 0), stretch, spot }
}

export const tilePoint = ({ way, own, stretch, spot }: Chart, tile: number): Point =>
  spot(way.loop[shownTile(tile, own, stretch)] as Point)

/** Where a pawn of a seat stands on the map; null when it is home. */
export function pawnPoint(chart: Chart, view: TuilesView, place: TuilesPlace, seat: number): Point | null {
  const point = pointOf(chart.way, place, cornerOf(view, seat), chart.own, chart.stretch)
  return point && chart.spot(point)
}

/** The style that puts a thing at a point, when a tile is so large; what is home is not shown. */
export const laid = (point: Point | null, cell: number): string =>
  point ? `left:${point[0] * cell}px;top:${point[1] * cell}px` : 'display:none'

// What is chosen ------------------------------------------------------------------------------------------------------

/** The pawn that is to move: the one that was touched, or the only one left. */
export function pickedOf(given: Given, choice: Choice): number | null {
  if (!isMyTurn(given)) return null
  const left = inPlay(given)
  if (choice.pawn !== null && left.includes(choice.pawn)) return choice.pawn
  return left.length === 1 ? (left[0] ?? null) : null
}

/** My pawns that are not home yet. */
export const inPlay = ({ view, me }: Given): number[] =>
  me === null ? [] : (view.pawns[me] ?? []).flatMap((place, pawn) => (place.where === 'home' ? [] : [pawn]))

/** The number that would bring the picked pawn to a tile of the loop, if there is one. */
export function reach({ view, me }: Given, picked: number, tile: number): number | undefined {
  if (me === null) return undefined
  return NUMBERS.find((n) => {
    const to = further(placeOf(view, me, picked), n, cornerOf(view, me), stretchOf(view))
    return to.where === 'loop' && to.at === tile
  })
}

/** May this number be announced, with the value that was chosen? */
export const isPossible = ({ view, legal }: Given, { value }: Choice, n: number): boolean =>
  legal.some((move) => move.advance === n && (!isExpert(view) || !value || ('value' in move && move.value === value)))

/** What would be announced now; null as long as something is missing. */
export function announcement({ view }: Given, pawn: number | null, { value, advance }: Choice): TuilesMove | null {
  if (pawn === null || !advance) return null
  if (!isExpert(view)) return { type: 'announce', pawn, advance }
  return value ? { type: 'announce', pawn, value, advance } : null
}

/** Where the picked pawn would go, bounces included: it depends on what all can see, never on the hidden value. */
export function pathOf({ view, me }: Given, picked: number | null, advance: number | null): TuilesPlace[] {
  if (me === null || picked === null || !advance) return []
  const mine = view.pawns[me] ?? []
  const taken = view.pawns.flat().filter((other) => other.where !== 'home')
  const bounces = (here: TuilesPlace) =>
    taken.some(
      (other) => other.where === here.where && other.at === here.at && (here.where === 'loop' || mine.includes(other)),
    )
  const places: TuilesPlace[] = []
  let place = mine[picked]
  for (let n = 0; place && n < 40; n++) {
    place = further(place, advance, cornerOf(view, me), stretchOf(view))
    places.push(place)
    if (place.where === 'home' || !bounces(place)) break
  }
  return places
}

/** A step of the way that would be gone: its number, and where it is written, so that no number is covered. */
export interface Step {
  n: number
  at: Point
}

/** The steps of the picked pawn, along the way; after a bounce they are counted anew. */
export function stepsOf(
  chart: Chart,
  { view, me }: Given,
  picked: number | null,
  advance: number | null,
  path: TuilesPlace[],
): Step[] {
  if (me === null || picked === null || !advance) return []
  const point = (place: TuilesPlace) => pawnPoint(chart, view, place.where === 'home' ? DOOR : place, me) as Point
  return [placeOf(view, me, picked), ...path.slice(0, -1)].flatMap((from) => {
    const places = [from, ...stepsFrom(from, advance, cornerOf(view, me), chart.stretch)].map(point)
    return places.slice(1).map((to, n) => ({ n: n + 1, at: outside(places[n] as Point, to) }))
  })
}

/** Home one goes over the 4 of one's camp (tuiles.11). */
const DOOR: TuilesPlace = { where: 'camp', at: 2 }

/** Between two tiles, at the outer edge of the way: all run clockwise. */
function outside([x, y]: Point, [a, b]: Point): Point {
  const far = Math.hypot(a - x, b - y) || 1
  return [(x + a) / 2 + ((b - y) / far) * 0.37, (y + b) / 2 - ((a - x) / far) * 0.37]
}

// What is on show -----------------------------------------------------------------------------------------------------

/** Was the tile at this place lifted just now? */
export const isLifted = ({ last }: TuilesView, place: TuilesPlace, seat?: number): boolean =>
  last?.lifted.where === place.where && last.lifted.at === place.at && (place.where === 'loop' || last.seat === seat)

/** Whose first tile this is; -1 for nobody's. */
export const firstOf = (view: TuilesView, tile: number): number =>
  view.corners.findIndex((corner) => corner * stretchOf(view) === tile)

/** The value under a pawn can be seen: it is only there because everything is revealed. */
export const isUnveiled = (view: TuilesView, place: TuilesPlace, seat: number): boolean =>
  place.where === 'loop'
    ? view.loop[place.at] !== null
    : place.where === 'camp' && view.camps[seat]?.[place.at] !== null

export const homeCount = (view: TuilesView, seat: number): number =>
  view.pawns[seat]?.filter((place) => place.where === 'home').length ?? 0

// How it is called ----------------------------------------------------------------------------------------------------

export const whereIs = ({ words }: Given, place: TuilesPlace): string =>
  words.say(`board.at_${place.where === 'loop' ? 'tile' : place.where}`, { at: place.at })

/** Where a pawn is, in a word or two. */
export const whereabouts = ({ words }: Given, { where }: TuilesPlace): string =>
  words.say(`board.${where === 'loop' ? 'on_its_way' : `at_${where}`}`)

const nameOf = ({ seats }: Given, seat: number): string => seats[seat]?.name ?? ''
const what = ({ words }: Given, shown: number | null, name: string): string =>
  shown === null ? words.say('board.hidden', { name }) : words.say('board.value', { value: shown })

export function tileLabel(given: Given, tile: number, shown: number | null): string {
  const owner = given.view.pawns.findIndex((places) =>
    places.some((place) => place.where === 'loop' && place.at === tile),
  )
  return given.words.say('board.tile', { at: tile, what: what(given, shown, nameOf(given, owner)) })
}
export function campLabel(given: Given, seat: number, shown: number | null): string {
  const name = nameOf(given, seat)
  return given.words.say('board.camp', { name, what: what(given, shown, name) })
}
export function pawnLabel(given: Given, seat: number, pawn: number, place: TuilesPlace): string {
  const where = whereIs(given, place)
  return seat === given.me
    ? given.words.say('board.my_pawn', { pawn, where })
    : given.words.say('board.pawn', { pawn, name: nameOf(given, seat), where })
}
