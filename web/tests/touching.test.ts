import { describe, expect, it } from 'vitest'
import {
  isFresh,
  onRound,
  progress,
  roundLabel,
  squareLabel,
  type Given as Bonbons,
} from '../src/boards/bonbons/places'
import bonbonsWords from '../src/boards/bonbons/words.en.json'
import { crossing, isIn, isMyTurn, lineThrough, mayPlan, type Given as Novem } from '../src/boards/novem/lines'
import house from '../src/texts/en.json'
import { Words } from '../src/words'

describe('the places of Bonbons', () => {
  const down = { state: 'down', picture: null }
  const red = { state: 'turned', picture: 'cane-red' }
  const given = (view: object) =>
    ({
      view: { phase: 'start', grid: Array(9).fill(down), rounds: [[down], [down]], shown: [], ...view },
      me: 0,
      seats: [{ name: 'Anna' }, { name: 'Bob' }],
      words: new Words('en', [bonbonsWords, house]),
    }) as unknown as Bonbons
  it('are touched to turn, to give or to cover, only one’s own for the last two', () => {
    expect(onRound(given({}), 0, 2)).toEqual({ type: 'turn_round', seat: 0, slot: 2 })
    expect(onRound(given({ phase: 'give' }), 0, 2)).toEqual({ type: 'give', slot: 2 })
    expect(onRound(given({ phase: 'cover' }), 0, 2)).toEqual({ type: 'cover', slot: 2 })
    expect(onRound(given({ phase: 'give' }), 1, 2)).toEqual({ type: 'turn_round', seat: 1, slot: 2 })
  })
  it('glow while what was turned there is shown, unless it stays', () => {
    const { view } = given({ shown: [{ type: 'round', seat: 1, slot: 0 }] })
    const tile = view.grid[0] ?? { state: 'down', picture: null }
    expect(isFresh(view, tile, { type: 'round', seat: 1, slot: 0 })).toBe(true)
    expect(isFresh(view, { ...tile, state: 'up' }, { type: 'round', seat: 1, slot: 0 })).toBe(false)
    expect(isFresh(view, tile, { type: 'round', seat: 0, slot: 0 })).toBe(false)
    expect(isFresh(view, tile, { type: 'square', cell: 0 })).toBe(false)
  })
  it('say where they are, what lies there and what one can do', () => {
    const at = given({ phase: 'give' })
    expect(squareLabel(at, 5, { state: 'turned', picture: 'cane-red' }, false)).toBe(
      'Row 2, column 3, candy cane in red stripes, turned',
    )
    expect(squareLabel(at, 5, { state: 'down', picture: null }, true)).toMatch(/: turn$/)
    expect(roundLabel(at, 1, 0, { state: 'down', picture: null }, false)).toContain('Bob')
    expect(roundLabel(at, 0, 0, { state: 'down', picture: null }, true)).toMatch(/: give/)
  })
  it('count how many are found', () => {
    const row = [{ state: 'up', picture: 'cane-red' }, { state: 'covered', picture: null }, down, red]
    expect(progress(given({ rounds: [row] }).view, 0)).toEqual({ found: 2, count: 4 })
  })
})

describe('the lines of Novem', () => {
  const seats = [{}, {}]
  const given = (view: object, me: number | null = 1) =>
    ({ view: { to_act: 0, attacker: 0, laid: false, last: null, ...view }, me, seats }) as unknown as Novem
  it('cross in cells, rows for the first seat and columns for the second', () => {
    expect([lineThrough(5, 0), lineThrough(5, 1)]).toEqual(['B', '3'])
    expect([0, 1, 2, 3, 4, 5, 6, 7, 8].filter((cell) => isIn(cell, 'B'))).toEqual([3, 4, 5])
    expect([0, 1, 2, 3, 4, 5, 6, 7, 8].filter((cell) => isIn(cell, '3'))).toEqual([2, 5, 8])
    expect(isIn(0, null)).toBe(false)
  })
  it('may be chosen early by the defender, until the attacker has laid or the game is over', () => {
    expect(mayPlan(given({}))).toBe(true)
    expect(mayPlan(given({}, 0))).toBe(false)
    expect(mayPlan(given({}, null))).toBe(false)
    expect(mayPlan(given({ laid: true, to_act: 1 }))).toBe(false)
    expect(mayPlan(given({ to_act: 'over' }))).toBe(false)
    expect(isMyTurn(given({ laid: true, to_act: 1 }))).toBe(true)
  })
  it('show their last crossing until the next marker lies (any.2)', () => {
    const last = { number: 0, seat: 0, row: 'A', column: '1', tile: 3 }
    expect(crossing(given({ last }).view)).toEqual(last)
    expect(crossing(given({ last, laid: true }).view)).toBeNull()
  })
})
