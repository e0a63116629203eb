/* What a touch means on the boards of Tableaux, De tuile en tuile and Tonoo, without drawing. */
import { describe, expect, it, vi } from 'vitest'
import * as lines from '../src/boards/novem/lines'
import * as bench from '../src/boards/tonoo/bench'
import * as paths from '../src/boards/tonoo/paths'
import { ending } from '../src/boards/tableaux/ending'
import * as hanging from '../src/boards/tableaux/hanging'
import * as walk from '../src/boards/tuiles/walk'

/** Words that say their code and what they were given. */
const words = {
  say: (code: string, given: object = {}) => [code, ...Object.values(given)].join(' '),
  list: (all: string[]) => all.join('+'),
}
function given<G>(view: object, more: object = {}): G {
  return { view, me: 0, legal: [], seats: [], words, play: vi.fn(), plan: vi.fn(), ...more } as G
}

describe('a cylinder of Tonoo', () => {
  const view = { phase: 'place', cylinders_out: [false, true, false, false], full: null, counts: null }
  it('takes the pawn that was drawn, and is lifted at any other time', () => {
    expect(bench.onCylinder(given(view), 2)).toEqual({ type: 'place', cylinder: 2 })
    expect(bench.onCylinder(given({ ...view, phase: 'choose' }), 2)).toEqual({ type: 'lift', cylinder: 2 })
  })
  it('says how it stands, and what touching it does', () => {
    const table = given<bench.Given>(view, { legal: [{ type: 'place', cylinder: 0 }] })
    expect(bench.cylinderLabel(table, 0)).toBe('board.cylinder 0, board.closed, board.put')
    expect(bench.cylinderLabel(table, 1)).toBe('board.cylinder 1, board.out')
    expect(bench.cylinderPill(table, 0)).toBe('board.put')
    expect(bench.cylinderPill(table, 2)).toBe('board.cylinder 2')
  })
  it('shows of two pawns alike only as many kept as were kept', () => {
    const lifted = { pawns: ['red', 'blue', 'red'], kept: ['red'] } as Parameters<typeof bench.sorted>[0]
    expect(bench.sorted(lifted).map(({ kept }) => kept)).toEqual([true, false, false])
  })
  it('says before it is lifted what one risks, and no more than one may know', () => {
    const risk = (counts: number[] | null) => bench.risk(given({ ...view, counts }), 1)
    expect([null, [3, 0, 1, 1], [0, 2, 0, 0]].map(risk)).toEqual(['board.risk', 'board.risk_empty', 'board.risk_pawn'])
  })
})

describe('the way of a pawn of Tonoo', () => {
  const from = { left: 100, top: 200, width: 40, height: 60 }
  const to = { left: 10, top: 20, width: 100, height: 30 }
  const last = (frames: Keyframe[]) => frames[frames.length - 1]
  it('ends as large as fits, in the middle of where it goes', () => {
    expect(paths.fitted(from, to)).toEqual({ x: -50, y: -180, scale: 0.5 })
    expect(last(paths.arc(from, to, true))).toEqual({ transform: 'translate(-50px, -180px) scale(0.5)' })
  })
  it('ends where the thing itself lies, and in an opening out of sight', () => {
    expect(last(paths.arc(from, to))).toEqual({ transform: 'none', opacity: 1 })
    expect(last(paths.into(from, to))?.opacity).toBe(0)
  })
  it('moves transform and opacity only', () => {
    const frames = [...paths.WOBBLE, ...paths.UNDER, ...paths.arc(from, to), ...paths.into(from, to)]
    const moved = new Set(frames.flatMap((frame) => Object.keys(frame)))
    expect([...moved].sort()).toEqual(['offset', 'opacity', 'transform'])
  })
})

describe('a seat that a bot plays', () => {
  const opening = { phase: 'opening', to_act: 1, tableaux: [[], []] }
  const asked: [string, (given: never) => unknown, object][] = [
    ['a row or a column of Novem', lines.isMyTurn, { to_act: 0 }],
    ['a marker of Novem before one is asked', lines.mayPlan, { to_act: 1, attacker: 1, laid: false }],
    ['a pawn of De tuile en tuile', walk.isMyTurn, { to_act: 0 }],
    ['a pawn of Tonoo to be returned', bench.mustReturn, { to_act: 0, phase: 'return' }],
    ['a card of Tableaux', hanging.mayHold, { ...opening, to_act: 0, phase: 'play' }],
    ['a first card of Tableaux', hanging.isEarly, opening],
  ]
  it.each(asked)('is not asked for %s', (_, may, view) => {
    const mayWith = (look: object) => may(given(view, { seats: [look, {}] }) as never)
    expect([{}, { botPlays: true }].map(mayWith)).toEqual([true, false])
  })
})

describe('a card of Tableaux', () => {
  const view = { phase: 'play', to_act: 0, tableaux: [[], []], options: {}, hand: ['red-star'], tricks: [] }
  const laying = { type: 'lay', card: 'red-star', on: 1 }
  it('is laid where it fits, and elsewhere asked for all the same, so that the referee says why not', () => {
    const table = given<hanging.Given>(view, { legal: [laying] })
    expect(hanging.layOn(table, 'red-star', 1)).toBe(laying)
    expect(hanging.layOn(table, 'red-star', 0)).toBeUndefined()
    hanging.lay(table, 'red-star', 0)
    expect(table.play).toHaveBeenCalledWith({ type: 'lay', card: 'red-star', on: 0 })
  })
  it('is planned in the opening before one is asked', () => {
    const table = given<hanging.Given>({ ...view, phase: 'opening', to_act: 1 })
    hanging.lay(table, 'red-star', 0)
    expect(table.plan).toHaveBeenCalledWith({ type: 'start', card: 'red-star', on: 0 })
    expect(table.play).not.toHaveBeenCalled()
  })
  it('is thrown onto the discard pile when it is chosen; otherwise one is drawn from there', () => {
    const table = given<hanging.Given>(view)
    hanging.onDiscard(table, 'red-star')
    hanging.onDiscard(table, null)
    expect(vi.mocked(table.play).mock.calls).toEqual([
      [{ type: 'discard', card: 'red-star' }],
      [{ type: 'draw', from: 'discard' }],
    ])
  })
  it('that was won by the team is shown as won', () => {
    const tricks = [{ seat: 0 }, { seat: 1 }, { seat: 2 }]
    const seats = (teams: number) => {
      const table = given<hanging.Given>({ ...view, hands: [4, 4, 4, 4], tricks, options: { teams } })
      return hanging.wonBy(table, hanging.teamOf(table, 0)).map(({ seat }) => seat)
    }
    expect([seats(0), seats(2)]).toEqual([[0], [0, 2]])
  })
  it('shares a colour or a shape with its tableau', () => {
    expect(hanging.kindOf(['red-star', 'red-moon'])).toEqual({ by: 'colour', value: 'red', points: 1 })
    expect(hanging.kindOf(['red-star', 'blue-star'])).toEqual({ by: 'shape', value: 'star', points: 2 })
    expect(hanging.kindOf(['red-star'])).toBeNull()
  })
  it('says that it completes a tableau, or that one must be thrown away', () => {
    const tableaux = [[], ['red-moon', 'red-drop', 'red-heart']]
    expect(hanging.completes(given({ ...view, tableaux }, { legal: [laying] }), 'red-star')).toBe(true)
    expect(hanging.completes(given(view, { legal: [laying] }), 'red-star')).toBe(false)
    const throwing = { type: 'discard', card: 'red-star' }
    expect(hanging.mustDiscard(given(view, { legal: [throwing] }))).toBe(true)
    expect(hanging.mustDiscard(given(view, { legal: [throwing, laying] }))).toBe(false)
    expect(hanging.mustDiscard(given(view))).toBe(false)
  })
  it('is new in the hand of who drew it, and of two alike the last one is', () => {
    const last = { type: 'drew', seat: 0, card: 'red-star', source: 'pile', turned: false }
    expect(hanging.newIn(given({ ...view, hand: ['red-star', 'red-star', 'red-drop'], last }))).toBe(1)
    expect(hanging.newIn(given({ ...view, last: { ...last, seat: 1 } }))).toBe(-1)
  })
})

describe('the others at a table of Tableaux', () => {
  const seen = (players: number, teams: number, me: number | null) =>
    hanging.othersOf(given({ hands: Array(players).fill(4), players, options: { teams } }, { me }))
  it('sit round it from one’s left, partners first', () => {
    expect(seen(4, 0, 1)).toEqual([2, 3, 0])
    expect(seen(4, 2, 1)).toEqual([3, 2, 0])
    expect(seen(6, 3, 0)).toEqual([3, 1, 2, 4, 5])
    expect(seen(3, 0, null)).toEqual([0, 1, 2])
  })
})

describe('the end of Tableaux', () => {
  const view = { players: 3, pile: 20, discard: 4, turnings: 0, turns: 0 } as Parameters<typeof ending>[0]
  it('is far as long as there are cards to take', () => {
    expect(ending(view)).toMatchObject({ all: 81, left: 24, code: 'rule', near: false })
    expect(ending({ ...view, pile: 0, discard: 3 })).toMatchObject({ code: 'rule', near: true })
  })
  it('comes when there is none, or when the piles go round to no avail', () => {
    expect(ending({ ...view, pile: 0, discard: 0 })).toMatchObject({ code: 'empty', near: true })
    expect(ending({ ...view, turnings: 1, turns: 2 })).toMatchObject({ code: 'once', near: true })
    expect(ending({ ...view, turnings: 2, turns: 1 })).toMatchObject({ code: 'turns', count: 2, near: true })
    expect(ending({ ...view, turnings: 3, turns: 3 })).toMatchObject({ code: 'turns', count: 1 })
    const outcome = {} as typeof view.outcome
    expect(ending({ ...view, pile: 0, discard: 0, outcome })).toMatchObject({ code: 'over' })
  })
})

describe('a pawn of De tuile en tuile', () => {
  const loop = (at: number) => ({ where: 'loop', at })
  const home = { where: 'home', at: 0 }
  const view = { options: { stretch: 6 }, corners: [0, 2], to_act: 0, pawns: [[loop(3), home, home], [loop(5)]] }
  const table = given<walk.Given>(view)
  it('is picked by itself when it is the last one out', () => {
    expect(walk.pickedOf(table, walk.NOTHING)).toBe(0)
    expect(walk.pickedOf(given({ ...view, to_act: 1 }), walk.NOTHING)).toBeNull()
    expect(walk.pickedOf(given({ ...view, pawns: [[loop(3), loop(4)], []] }), walk.NOTHING)).toBeNull()
  })
  it('bounces on where somebody stands', () => {
    expect(walk.pathOf(table, 0, 1)).toEqual([loop(4)])
    expect(walk.pathOf(table, 0, 2)).toEqual([loop(5), loop(7)])
  })
  it('counts its steps at the edge of the way, anew after a bounce, and covers no number', () => {
    const chart = walk.chartOf(table, false)
    const steps = walk.stepsOf(chart, table, 0, 2, walk.pathOf(table, 0, 2))
    expect(steps.map(({ n }) => n)).toEqual([1, 2, 1, 2])
    for (const { at } of steps)
      for (const [x, y] of chart.way.loop) expect(Math.hypot(at[0] - x, at[1] - y)).toBeGreaterThan(0.5)
    expect(walk.stepsOf(chart, table, 0, null, [])).toEqual([])
  })
  it('is sent by touching the tile it is to reach', () => {
    expect(walk.reach(table, 0, 9)).toBe(6)
    expect(walk.reach(table, 0, 10)).toBeUndefined()
  })
  it('is announced when nothing is missing: the expert names the value too', () => {
    const choice = { pawn: 0, value: null, advance: 2 }
    expect(walk.announcement(table, 0, choice)).toEqual({ type: 'announce', pawn: 0, advance: 2 })
    const expert = given<walk.Given>({ ...view, options: { stretch: 6, expert: true } })
    expect(walk.announcement(expert, 0, choice)).toBeNull()
    expect(walk.announcement(expert, 0, { ...choice, value: 5 })).toMatchObject({ value: 5, advance: 2 })
  })
})
