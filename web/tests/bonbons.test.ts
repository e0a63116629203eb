import { describe, expect, it } from 'vitest'
import { along, arc, between, drawn, flight } from '../src/boards/bonbons/arc'
import { lie, middle } from '../src/boards/bonbons/lying'

const box = (left: number, top: number, width = 20) => ({ left, top, width, height: width })

describe('what flies in Bonbons', () => {
  it('goes from the middle of one thing to the middle of the other', () => {
    const bow = arc(box(0, 0), box(300, 400, 40))
    expect(along(bow, 0)).toEqual([10, 10])
    expect(along(bow, 1)).toEqual([320, 420])
  })
  it('passes what comes the other way', () => {
    const [there, back] = [arc(box(0, 0), box(300, 0)), arc(box(300, 0), box(0, 0))]
    expect(along(there, 0.5)[1]).toBeLessThan(0)
    expect(along(back, 0.5)[1]).toBeGreaterThan(20)
  })
  it('begins where it was and as large, is seen halfway, and ends as it lies', () => {
    const frames = flight(box(0, 0, 10), box(100, 100, 20)).map((frame) => frame.transform)
    expect(frames[0]).toBe('translate(-105.0px, -105.0px) scale(0.500)')
    expect(frames.at(-1)).toBe('translate(0.0px, 0.0px) scale(1.000)')
    expect(Number(/scale\((.*)\)/.exec(frames[4] ?? '')?.[1])).toBeGreaterThan(3)
  })
  it('is tied by a thread that covers neither end', () => {
    const [from, to] = [box(0, 0, 40), box(400, 0, 40)]
    const bow = arc(from, to)
    const [start, , end] = between(bow, from, to)
    expect(start[0]).toBeGreaterThan(35)
    expect(end[0]).toBeLessThan(405)
    expect(along(between(bow, from, to), 0.5)[1]).toBeCloseTo(along(bow, 0.5)[1], 0)
    const line = drawn(arc(box(0, 0), box(100, 0)), { left: 10, top: 10 })
    expect(line).toBe('M0.0 0.0Q50.0 -50.0 100.0 0.0')
  })
  it('stays where it is when both are one place', () => {
    expect(along(arc(box(5, 5), box(5, 5)), 0.5)).toEqual([15, 15])
  })
})

describe('how Bonbons lies', () => {
  const at = (width: number, height: number, others: number, most = 4) => lie({ width, height, others, most })
  it('is a column on a phone, lies beside the tray when held sideways, and around it on a desktop', () => {
    expect(at(390, 700, 1).lay).toBe('tall')
    expect(at(768, 880, 5).lay).toBe('tall')
    expect(at(782, 346, 2).lay).toBe('low')
    expect(at(708, 660, 2).lay).toBe('side')
    expect(at(1124, 792, 5).lay).toBe('wide')
  })
  it('lets rounds be touched where a finger has room, and opens them enlarged elsewhere', () => {
    expect([at(390, 700, 1), at(320, 477, 1), at(782, 346, 1)].every((found) => found.roomy)).toBe(true)
    expect(at(390, 700, 2)).toMatchObject({ roomy: true, across: 2 })
    expect(at(390, 700, 5)).toMatchObject({ roomy: false, chips: 3 })
    expect(at(320, 477, 5)).toMatchObject({ roomy: false, compact: true, chips: 5 })
    for (const others of [1, 2, 3, 4, 5, 6])
      for (const most of [4, 5]) expect(at(1124, 792, others, most).roomy).toBe(true)
  })
  it('never draws rounds that are touched smaller than a finger, nor wider than their chip', () => {
    for (let width = 320; width <= 1900; width += 60)
      for (let height = 300; height <= 1000; height += 50)
        for (let others = 1; others <= 6; others++) {
          const found = at(width, height, others)
          if (found.roomy) expect(found.size).toBeGreaterThanOrEqual(44)
          expect(found.across * found.size).toBeLessThan(width / (found.lay === 'tall' ? found.chips : 1))
        }
  })
  it('gives the tray what two columns leave of the width', () => {
    expect(middle(1124, 792)).toBe(576)
    expect(middle(1604, 972)).toBe(756)
    expect(middle(700, 400)).toBe(440)
  })
})
