/* What a touch means on the boards of Tableaux, De tuile en tuile and Tonoo, without drawing. */
import { describe, expect, it, vi } from 'vitest'
import * as bench from '../src/boards/tonoo/bench'
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
    const seats = (teams: number, me: number | null) =>
      hanging.wonBy(given({ ...view, tricks, options: { teams } }, { me })).map(({ seat }) => seat)
    expect([seats(0, 0), seats(2, 0), seats(2, null)]).toEqual([[0], [0, 2], [0, 1, 2]])
  })
  it('shares a colour or a shape with its tableau', () => {
    expect(hanging.shared(['red-star', 'red-moon'])).toBe('red-')
    expect(hanging.shared(['red-star', 'blue-star'])).toBe('-star')
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
