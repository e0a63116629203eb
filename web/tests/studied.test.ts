import { describe, expect, it } from 'vitest'
import {
  chosen,
  crowds,
  digits,
  duelOf,
  isOf,
  isSure,
  less,
  marks,
  minutes,
  playOf,
  tableName,
  varied,
  weight,
  written,
} from '../src/pages/expect/studied'
import type { GameInfo, Studied, StudiedPlay } from '../src/protocol'
import { Columns } from '../src/pages/study/columns.svelte'
import own from '../src/texts/expect.en.json'
import { Words } from '../src/words'

const play = (players: number, quick: boolean, by = 'policy~64'): StudiedPlay => ({
  players,
  options: { quick, help: false },
  by,
  games: 100,
  results: {},
  lengths: { first: 0, size: 1, games: [1], parts: {} },
})
const studied = {
  seconds: 15,
  plays: [
    play(3, false, 'random'),
    play(3, false),
    play(3, true, 'random'),
    play(3, true),
    play(4, false),
    play(2, false),
  ],
  duels: [{ players: 3, options: { quick: true, help: false }, what: 'skill', wins: [0.5, 0.4, 0.6], fair: 0.25 }],
} as unknown as Studied
const words = new Words('en', [own, { pair: '{what}: {more}', 'option.quick': 'Quick', 'study.points': '{value} pts' }])

describe('the table that is meant', () => {
  it('is the one that was played', () => {
    expect(varied(studied)).toEqual(['quick'])
    const found = playOf(studied, 4, { quick: false, help: true }, false)
    expect(found).toBe(studied.plays[4])
    expect(isOf(studied, found as StudiedPlay, 4, { quick: false, help: true })).toBe(true)
  })
  it('or the nearest: the same variant first, then the number of players', () => {
    const found = playOf(studied, 5, { quick: true }, false) as StudiedPlay
    expect(found).toBe(studied.plays[3])
    expect(isOf(studied, found, 5, { quick: true })).toBe(false)
    expect(playOf(studied, 6, { quick: false }, false)).toBe(studied.plays[4])
    expect(playOf(studied, 6, { quick: false }, true)).toBe(studied.plays[0])
  })
  it('has its defaults, its neighbours, its duels and its name', () => {
    const box = { options: [{ name: 'quick', default: false }] } as unknown as GameInfo
    expect(chosen(box, {})).toEqual({ quick: false })
    expect(chosen(box, { quick: true })).toEqual({ quick: true })
    expect(crowds(studied, studied.plays[1] as StudiedPlay).map((one) => one.players)).toEqual([2, 3, 4])
    expect(duelOf(studied, studied.plays[3] as StudiedPlay, 'skill')?.fair).toBe(0.25)
    expect(duelOf(studied, studied.plays[1] as StudiedPlay, 'skill')).toBeUndefined()
    expect(tableName(studied, studied.plays[3] as StudiedPlay, words)).toBe('3 players · Quick: yes')
  })
})

describe('numbers', () => {
  it('are reckoned', () => {
    expect(minutes(studied, 40)).toBe(10)
    expect(weight(0.625, 0.25)).toBe(0.5)
    expect(weight(0.2, 0.25)).toBe(0)
    expect(less([5, 4, 6], [3, 3, 3])).toEqual([2, 1, 3])
    const [change, low, high] = less([5, 2, 8], [1, -3, 5])
    expect([change, low, high]).toEqual([4, -1, 9])
    expect([isSure([1, 0.1, 2]), isSure([-1, -2, -0.1]), isSure([1, -0.1, 2])]).toEqual([true, true, false])
    expect(marks(3, 27)).toEqual([5, 10, 15, 20, 25])
    expect(marks(0, 1)).toHaveLength(6)
  })
  it('are written as one writes them', () => {
    expect(digits(words, -3.14159, 2)).toBe('−3.14')
    expect(digits(words, 3, 1, true)).toBe('+3.0')
    expect(written(words, 1234.5, 'mean')).toBe('1,235')
    expect(written(words, 0.0123, 'advantage')).toBe('+1.23 pts')
    expect(written(words, 0.5, 'share')).toBe('50.0%')
    expect(written(words, -0.05, 'share', true)).toBe('−5.00 pts')
  })
})

describe('tables side by side', () => {
  it('begin with the usual one and another variant, and change one by one', () => {
    const columns = new Columns(studied)
    expect(columns.chosen).toEqual([1, 3])
    columns.let(0, true)
    expect(columns.chosen).toEqual([0, 3])
    columns.seat(1, studied.plays[0] as StudiedPlay)
    expect(columns.chosen).toEqual([0, 1])
    columns.add()
    expect(columns.chosen).toEqual([0, 1, 3])
    columns.remove(0)
    expect(columns.chosen).toEqual([1, 3])
  })
  it('stay where they are when there is nothing to change to', () => {
    const columns = new Columns(studied)
    columns.seat(0, studied.plays[4] as StudiedPlay)
    expect(columns.chosen).toEqual([4, 3])
    columns.let(0, true) // nobody played four at random
    expect(columns.chosen).toEqual([4, 3])
  })
})
