import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Lesson } from '../src/protocol'
import {
  bookmarkOf,
  keepBookmark,
  moveAt,
  stepAfter,
  stepAt,
  stepBefore,
  stepsOf,
  turnsPage,
} from '../src/table/lesson'
import { fingerAt, ringAround } from '../src/table/ring'

const mine = { seat: 0, move: { type: 'draw' } }
const hers = { seat: 1, move: { type: 'draw' } }
const chance = { chance: { pawn: 'red' } }

/* A move of mine, chance, hers, mine; another chapter: hers, mine. */
const lesson = {
  game: 'any',
  seat: 0,
  frames: [null, mine, chance, hers, mine, null, hers, mine].map((entry, seq) => ({ seq, entry })),
} as unknown as Lesson
const LAST = lesson.frames.length - 1

describe('the steps of a lesson', () => {
  const steps = stepsOf(lesson)

  it('are where I move, and where a chapter is over', () => {
    expect(steps).toEqual([0, 3, 4, 6])
    expect(moveAt(lesson, 0)).toEqual({ type: 'draw' })
    expect(moveAt(lesson, 1)).toBeNull()
    expect([3, 4, 5, LAST].map((at) => turnsPage(lesson, at))).toEqual([false, true, false, false])
  })
  it('are counted from one; what others do belongs to the step it leads to', () => {
    expect(lesson.frames.map((_, at) => stepAt(steps, at))).toEqual([1, 2, 2, 2, 3, 4, 4, 4])
  })
  it('lead back to where I last did something', () => {
    expect(lesson.frames.map((_, at) => stepBefore(steps, at))).toEqual([null, 0, 0, 0, 3, 4, 4, 6])
  })
  it('lead on again only as far as I have been', () => {
    expect(stepAfter(steps, 0, LAST, 0)).toBeNull()
    expect(stepAfter(steps, 0, LAST, 3)).toBe(3)
    expect(stepAfter(steps, 3, LAST, 3)).toBeNull()
    expect(stepAfter(steps, 6, LAST, LAST)).toBe(LAST)
    expect(stepAfter(steps, LAST, LAST, LAST)).toBeNull()
  })
})

describe('the bookmark of a lesson', () => {
  const kept = new Map<string, string>()
  beforeEach(() => {
    kept.clear()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    })
  })

  it('is found again, one for each game', () => {
    keepBookmark('any', { at: 3, reached: 6 })
    expect(bookmarkOf('any', lesson)).toEqual({ at: 3, reached: 6 })
    expect(bookmarkOf('other', lesson)).toEqual({ at: 0, reached: 0 })
  })
  it('is gone when the lesson is over or begins anew', () => {
    keepBookmark('any', { at: 3, reached: 6 })
    keepBookmark('any', null)
    expect(kept.size).toBe(0)
    keepBookmark('any', { at: 0, reached: 6 })
    expect(kept.size).toBe(0)
  })
  it('of another version of the lesson, or nonsense, leads to the beginning', () => {
    for (const nonsense of [
      '{"at":1,"reached":2}',
      '{"at":99}',
      '{"at":"x"}',
      '[',
      'null',
      '7',
      '{"at":3,"reached":{}}',
    ]) {
      kept.set('lesson any', nonsense)
      expect(bookmarkOf('any', lesson), nonsense).toEqual({ at: 0, reached: 0 })
    }
    kept.set('lesson any', '{"at":3,"reached":999}')
    expect(bookmarkOf('any', lesson)).toEqual({ at: 3, reached: LAST })
  })
  it('is not missed by a browser that keeps nothing', () => {
    vi.stubGlobal('localStorage', undefined)
    keepBookmark('any', { at: 3, reached: 6 })
    expect(bookmarkOf('any', lesson)).toEqual({ at: 0, reached: 0 })
  })
})

describe('the ring', () => {
  const page = [390, 844] as const
  const thing = (x: number, y: number) => ({ x, y, width: 50, height: 50 })

  it('stands off what it surrounds and stays inside the page', () => {
    expect(ringAround(thing(100, 100), ...page)).toEqual({ x: 92, y: 92, width: 66, height: 66 })
    expect(ringAround(thing(0, 0), ...page)).toEqual({ x: 3, y: 3, width: 55, height: 55 })
    expect(ringAround(thing(340, 794), ...page)).toEqual({ x: 332, y: 786, width: 55, height: 55 })
  })
  it('is pointed at from below, unless that covers the words or leaves the page', () => {
    const words = { x: 0, y: 160, width: 390, height: 40 }
    expect(fingerAt(thing(100, 100), [], ...page)).toBe('below')
    expect(fingerAt(thing(100, 100), [words], ...page)).toBe('above')
    expect(fingerAt(thing(100, 790), [], ...page)).toBe('above')
    expect(fingerAt(thing(100, 790), [{ ...words, y: 740 }], ...page)).toBe('right')
    expect(fingerAt(thing(340, 790), [{ ...words, y: 740 }], ...page)).toBe('left')
  })
  it('is pointed at even where words are all around', () => {
    expect(fingerAt(thing(100, 100), [{ x: 0, y: 0, width: 390, height: 844 }], ...page)).toBe('below')
  })
})
