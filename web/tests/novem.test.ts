/* Novem without a browser: lines and cells, when a game has ended, and the frames in which things move. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import * as lines from '../src/boards/novem/lines'
import { manners } from '../src/boards/novem/manners'
import { arc, RISE } from '../src/boards/novem/paths'
import type { NovemView } from '../src/boards/novem/protocol'
import { isUpper, tileOf, withoutTile } from '../src/boards/novem/tiles'

const rect = (left: number, top: number, width: number, height: number) =>
  ({ left, top, width, height, right: left + width, bottom: top + height }) as DOMRect

describe('a row and a column of Novem', () => {
  it('cross in one cell, and each seat plays one of them', () => {
    expect([0, 4, 8].map((cell) => lines.rowOf(cell) + lines.columnOf(cell))).toEqual(['A1', 'B2', 'C3'])
    expect([0, 1].map((seat) => lines.lineThrough(5, seat))).toEqual(['B', '3'])
    expect([3, 4, 5].every((cell) => lines.isIn(cell, 'B'))).toBe(true)
    expect([0, 3, 6].map((cell) => lines.isIn(cell, '2'))).toEqual([false, false, false])
  })
})

describe('the pause between two games of Novem', () => {
  const view = (change: object) => ({ number: 1, to_act: 0, taken: [0, 0], last: null, ...change }) as NovemView
  it('is there from the end of a game until somebody has taken a tile in the next', () => {
    expect(lines.isBetween(view({}))).toBe(true)
    expect(lines.isBetween(view({ taken: [0, 1] }))).toBe(false)
  })
  it('is neither before the first game nor after the last', () => {
    expect(lines.isBetween(view({ number: 0 }))).toBe(false)
    expect(lines.isBetween(view({ to_act: 'over' }))).toBe(false)
  })
  it('leaves what was found on the board that is gone', () => {
    expect(lines.isPast(view({ last: { number: 0 } }))).toBe(true)
    expect(lines.isPast(view({ last: { number: 1 } }))).toBe(false)
    expect(lines.isPast(view({}))).toBe(false)
  })
})

describe('markers that are turned up in Novem', () => {
  const last = { number: 0, seat: 0, row: 'A', column: '2', tile: 7 }
  const laid = { number: 0, to_act: 1, attacker: 0, laid: true, tiles: [2, 2], taken: [0, 0], totals: [], last: null }
  const taken = { ...laid, to_act: 1, attacker: 1, laid: false, tiles: [2, 1], taken: [1, 0], last }
  const shown = manners.suspense?.(laid as unknown as NovemView, taken as unknown as NovemView)?.view as NovemView

  it('lie on the board as it was: nothing is taken, counted or over', () => {
    expect(shown).toMatchObject({ tiles: [2, 2], taken: [0, 0], attacker: 0, totals: [], last })
    expect(lines.crossing(shown)).toBe(last)
  })
  it('wait for nobody', () => {
    const given = (me: number) => ({ view: shown, me, seats: [{}, {}] }) as unknown as lines.Given
    expect([0, 1].some((me) => lines.isMyTurn(given(me)) || lines.mayPlan(given(me)))).toBe(false)
    expect(lines.isBetween({ ...shown, number: 1 })).toBe(false)
  })
  it('are not there when the attacker lays the first', () => {
    const none = { ...laid, laid: false, to_act: 0 } as unknown as NovemView
    expect(manners.suspense?.(none, laid as unknown as NovemView)).toBeNull()
  })
})

describe('a thing that travels in Novem', () => {
  /** Where the middle of a box is that a transform has moved; it turns around its corner. */
  const middleAfter = (from: DOMRect, transform: string) => {
    const [, x, y, scale] = /translate\((\S+)px, (\S+)px\) scale\((\S+)\)/.exec(transform) ?? []
    return [
      from.left + Number(x) + (from.width * Number(scale)) / 2,
      from.top + Number(y) + (from.height * Number(scale)) / 2,
    ]
  }
  it('begins where it lies, ends in the middle of its goal, and is as wide as that', () => {
    const [from, goal] = [rect(40, 300, 80, 90), rect(200, 20, 40, 30)]
    const [first, , last] = arc(from, goal)
    expect(first?.transform).toBe('none')
    const arrived = middleAfter(from, String(last?.transform))
    expect(arrived[0]).toBeCloseTo(220)
    expect(arrived[1]).toBeCloseTo(35)
    expect(String(last?.transform)).toMatch(/scale\(0\.5\)$/)
  })
  it('goes in a bow, higher than the straight way', () => {
    const [from, goal] = [rect(0, 100, 50, 50), rect(300, 100, 50, 50)]
    const [, middle] = arc(from, goal)
    expect(middleAfter(from, String(middle?.transform))[1]).toBeLessThan(125 - 40)
  })
  it('moves by transform and opacity only', () => {
    const frames = [...arc(rect(0, 0, 10, 10), rect(5, 5, 10, 10)), ...RISE]
    expect(new Set(frames.flatMap((frame) => Object.keys(frame)))).toEqual(new Set(['transform', 'offset']))
  })
})

describe('a tile of Novem by itself', () => {
  interface Drawn {
    name: string
    attributes: Record<string, string>
    children: Drawn[]
    textContent: string
  }
  const element = (_: string, name: string) => {
    const drawn: Drawn & Record<string, unknown> = { name, attributes: {}, children: [], textContent: '', style: {} }
    drawn.setAttribute = (key: string, value: string) => (drawn.attributes[key] = value)
    drawn.append = (...parts: Drawn[]) => drawn.children.push(...parts)
    return drawn
  }
  vi.stubGlobal('document', { createElementNS: element })
  afterEach(() => vi.stubGlobal('document', { createElementNS: element }))

  it('is bone above and walnut below, with its number', () => {
    const drawn = (upper: boolean) => tileOf(7, upper) as unknown as Drawn
    expect(drawn(true).children.map((part) => part.attributes.href ?? part.textContent)).toEqual(['#nv-tb', '7'])
    expect(drawn(false).children[0]?.attributes.href).toBe('#nv-t1')
  })
  it('has a line under a 6', () => {
    const parts = (value: number) => (tileOf(value, true) as unknown as Drawn).children.map((part) => part.name)
    expect(parts(6)).toContain('path')
    expect(parts(9)).not.toContain('path')
  })
  it('is the upper one where two are drawn', () => {
    const stack = (drawing: string) => ({ querySelector: (wanted: string) => (wanted.includes(drawing) ? {} : null) })
    expect(isUpper(stack('#nv-t2') as unknown as Element)).toBe(true)
    expect(isUpper(stack('#nv-t1') as unknown as Element)).toBe(false)
  })
  it('is taken off the likeness of the cell it lay on', () => {
    const stacks = Array.from({ length: 9 }, () => ({ replaceChildren: vi.fn() }))
    withoutTile({ querySelectorAll: () => stacks } as unknown as Element, 'cell.B3')
    expect(stacks.map((stack) => stack.replaceChildren.mock.calls.length)).toEqual([0, 0, 0, 0, 0, 1, 0, 0, 0])
  })
})
