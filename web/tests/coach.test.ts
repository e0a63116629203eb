import { describe, expect, it } from 'vitest'
import type { Event } from '../src/protocol'
import { chanceIn, costIn, isBest, isCostly } from '../src/table/chances'
import { beside, bow, rememberedAt, sideBySide, trailOf, within } from '../src/table/ghosts'
import { wholeEvents } from '../src/table/telling'
import en from '../src/texts/en.json'
import fr from '../src/texts/fr.json'
import { Words } from '../src/words'

const event = (verb: string, more: Partial<Event> = {}): Event => wholeEvents([{ verb, seat: 0, ...more }])[0]!
const french = new Words('fr', [fr])
const english = new Words('en', [en])

describe('a move that is not played yet', () => {
  it('has the way of its pieces and ends where the last one comes to', () => {
    const way = [
      event('announce', { piece: 'p', origin: 'a' }),
      event('hop', { piece: 'p', origin: 'a', target: 'b' }),
      event('bounce', { piece: 'p', origin: 'b', target: 'c' }),
    ]
    const trail = trailOf({ way, seat: 0 })
    expect(trail.rings).toEqual(['a', 'c'])
    expect(trail.ways).toEqual([
      { from: 'a', to: 'b' },
      { from: 'b', to: 'c' },
    ])
    expect(trail.pieces.map(({ place }) => place)).toEqual(['b', 'c'])
  })

  it('leaves out what nobody does, and rings nothing and stands at the seat when it happens nowhere', () => {
    expect(trailOf({ way: [event('back', { seat: null, piece: 'p', origin: 'a', target: 'b' })], seat: 2 })).toEqual({
      rings: [],
      pieces: [],
      ways: [],
      main: 'seat.2',
    })
  })

  it('is marked as remembered only where something hidden is shown that was seen', () => {
    const seen = [{ args: { picture: 'cane', cell: 4 } }]
    expect(rememberedAt([event('turn', { piece: 'cane', target: 'square.4' })], seen)).toBe('square.4')
    expect(rememberedAt([event('turn', { piece: null, target: 'square.4' })], seen)).toBeNull()
    expect(rememberedAt([event('lay', { piece: 'cane', origin: 'hand.0', target: 'x' })], seen)).toBeNull()
    expect(rememberedAt([event('uncover', { target: 'loop.3', count: 5 })], [{ args: { value: 5 } }])).toBe('loop.3')
  })
})

describe('where ghosts stand', () => {
  const box = { left: 100, top: 100, width: 60, height: 60 }
  it('leads from edge to edge, and not at all where two places touch', () => {
    expect(bow(box, { ...box, left: 300 })?.path).toMatch(/^M160\.0 130\.0Q/)
    expect(bow(box, { ...box, left: 130 })).toBeNull()
  })
  it('puts several pieces of one place side by side inside it', () => {
    const boxes = [0, 1, 2, 3].map((n) => sideBySide(box, 4, n))
    for (const one of boxes) {
      expect(one.left).toBeGreaterThanOrEqual(99.9)
      expect(one.left + one.width).toBeLessThanOrEqual(160.1)
    }
    expect(sideBySide(box, 1, 0)).toBe(box)
  })
  it('makes nothing larger than it is', () => {
    expect(within(box, { left: 0, top: 0, width: 20, height: 30 })).toMatchObject({ width: 20, height: 30 })
    expect(within(box, { left: 0, top: 0, width: 120, height: 60 }).width).toBe(60)
  })
  it('keeps labels inside the board and off each other', () => {
    const home = { left: 0, top: 0, width: 200, height: 200 }
    const size = { width: 80, height: 26 }
    const first = beside({ ...box, top: 0, left: 150 }, size, home, [])
    expect(first.top).toBeGreaterThanOrEqual(0)
    expect(first.left + first.width).toBeLessThanOrEqual(200)
    const second = beside(box, size, home, [beside(box, size, home, [])])
    expect(second.top).not.toBe(beside(box, size, home, []).top)
  })
})

describe('numbers that mean what they show', () => {
  it('has the spaces of its language', () => {
    expect(french.percent(0.5)).toBe('50\u00a0%')
    expect(english.percent(0.5)).toBe('50%')
    expect(french.percent(0.497, 1)).toBe('49,7\u00a0%')
  })
  it('says exactly where it is exact, and otherwise about, with limits that are possible', () => {
    expect(chanceIn(0.4974, 0, english)).toMatchObject({ kind: 'exact', args: { chance: '49.7%' } })
    const about = chanceIn(0.02, 0.05, english)
    expect(about).toMatchObject({ kind: 'about', low: 0, args: { chance: '2%', low: '0%', high: '7%' } })
  })
  it('never says that a chance lies between two limits that print alike', () => {
    const said = (chance: number, words: Words) => {
      const { kind, args } = chanceIn(chance, 0.002, words)
      return words.say(`chance.${kind}`, args)
    }
    expect([0.001, 0.5, 0.999].map((chance) => said(chance, english))).toEqual([
      'less than 1%',
      'about 50%',
      'more than 99%',
    ])
    expect([0.001, 0.999].map((chance) => said(chance, french))).toEqual(['moins de 1\u00a0%', 'plus de 99\u00a0%'])
    expect(said(0.004, english), 'as soon as they differ they are said').toBe('about 0%, between 0% and 1%')
  })
  it('calls a move costly only beyond the noise', () => {
    expect(isCostly({ cost: 0.05, margin: 0.02 })).toBe(true)
    expect(isCostly({ cost: 0.05, margin: 0.06 })).toBe(false)
    expect(isCostly({ cost: 0.02, margin: 0 })).toBe(false)
  })
  it('calls a choice the best only where that is certain', () => {
    const exact = { cost: 0, basis: 'exact', forced: false }
    expect(isBest(exact)).toBe(true)
    expect(
      [
        { ...exact, cost: 1e-9 },
        { ...exact, basis: 'playouts' },
        { ...exact, forced: true },
      ].some(isBest),
    ).toBe(false)
  })
  it('gives a cost in points, exactly or within limits', () => {
    expect(costIn({ cost: 0.1234, margin: 0 }, french).args).toEqual({ count: 12, cost: '12,3' })
    expect(costIn({ cost: 0.12, margin: 0.2 }, english).between).toEqual({ low: 0, high: 32 })
  })
})
