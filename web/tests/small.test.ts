import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { addressForOthers } from '../src/address'
import { nearest } from '../src/boards/arrows'
import { further, nameOfPlace, placeNamed, shownTile, stepsFrom, stepTime, wayOf } from '../src/boards/tuiles/way'
import { placeOf } from '../src/router'
import { closest } from '../src/table/focus'
import { canonical, dealIsFair, sha256 } from '../src/sha256'

describe('the fair-deal check', () => {
  it('computes SHA-256 as everybody does', () => {
    for (const text of ['', 'abc', 'é'.repeat(100), 'x'.repeat(1000)])
      expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'))
  })
  it('writes keys in order', () => {
    expect(canonical({ b: [1, { d: 'é', c: null }], a: true })).toBe('{"a":true,"b":[1,{"c":null,"d":"é"}]}')
    expect(dealIsFair(sha256('{"deal":{"first":0},"salt":"s"}'), { first: 0 }, 's')).toBe(true)
  })
})

describe('addresses', () => {
  it('lead to pages', () => {
    expect(placeOf(new URL('http://h/games/tonoo'))).toEqual({ page: 'box', game: 'tonoo' })
    expect(placeOf(new URL('http://h/tables/a-B_1?screen'))).toEqual({
      page: 'table',
      id: 'a-B_1',
      screen: true,
      hand: false,
    })
    expect(placeOf(new URL('http://h/what'))).toEqual({ page: 'nowhere' })
  })
})

describe('the address that is handed on', () => {
  const LAN = 'http://192.168.1.17:8000'
  const opened = (origin: string, public_origin = '', lan_origin = LAN) =>
    addressForOthers({ public_origin, lan_origin }, new URL(origin))
  it.each(['localhost', 'box.localhost', '127.0.0.1', '127.0.1.1', '[::1]'])('is never %s', (host) => {
    expect(opened(`http://${host}:8000`)).toBe(LAN)
    expect(opened(`http://${host}:8000`, '', '')).toBe('')
  })
  it.each(['http://192.168.1.20:8000', 'http://tilleuls.local:8000', 'https://localhost.example.org'])(
    'is %s where the page was opened there',
    (origin) => expect(opened(origin)).toBe(origin),
  )
  it('is what the host has configured, wherever the page was opened', () => {
    for (const origin of ['http://localhost:8000', LAN])
      expect(opened(origin, 'https://games.example.org')).toBe('https://games.example.org')
  })
})

describe('the way of De tuile en tuile', () => {
  it.each([6, 9, 12])('has four stretches of %i tiles, side by side', (stretch) => {
    const way = wayOf(stretch)
    expect(way.loop.length).toBe(stretch * 4)
    expect(new Set(way.loop.map(String)).size).toBe(stretch * 4)
    way.loop.forEach(([x, y], n) => {
      const [a, b] = way.loop[(n + 1) % way.loop.length] as [number, number]
      expect(Math.abs(a - x) + Math.abs(b - y)).toBe(1)
    })
    expect(shownTile(stretch, 1, stretch)).toBe(stretch)
  })
  it('leads home after 49 steps from the 4', () => {
    expect(further({ where: 'camp', at: 2 }, 49, 1, 12)).toEqual({ where: 'home', at: 0 })
    expect(further({ where: 'camp', at: 2 }, 48, 1, 12)).toEqual({ where: 'loop', at: 11 })
    expect(further({ where: 'camp', at: 0 }, 3, 2, 12)).toEqual({ where: 'loop', at: 24 })
  })
  it('is walked step by step: out of the camp, round its corner, and no further than home', () => {
    const names = (from: string, steps: number) =>
      stepsFrom(placeNamed(from), steps, 1, 6).map((place) => nameOfPlace(place, 2))
    expect(names('camp.2.1', 3)).toEqual(['camp.2.2', 'loop.6', 'loop.7'])
    expect(names('loop.22', 4)).toEqual(['loop.23', 'loop.0', 'loop.1', 'loop.2'])
    expect(names('loop.4', 5)).toEqual(['loop.5', 'home.2'])
    expect(names('home.2', 5)).toEqual([])
  })
})

describe('the time a pawn of De tuile en tuile takes', () => {
  const TRAVEL = 380
  const way = (count: number, hops: number) =>
    Array.from({ length: hops }, (_, n) => count * stepTime(count, n === 0, hops) * TRAVEL)
  it('is long enough to count the steps of one hop', () => {
    for (const count of [1, 2, 3, 4, 5, 6]) expect(stepTime(count, true, 1) * TRAVEL).toBeGreaterThan(170)
  })
  it('is short however often it bounces', () => {
    const whole = (hops: number) => way(6, hops).reduce((sum, hop) => sum + hop)
    expect([1, 2, 3, 4, 5].map((hops) => whole(hops) < 1700)).toEqual([true, true, true, true, true])
    expect(whole(2)).toBeGreaterThan(whole(1))
  })
})

describe('boards', () => {
  it('give a lost focus to what lies nearest', () => {
    expect(closest([10, 10], [[100, 10], [10, 40], [60, 60]])).toBe(1) // prettier-ignore
    expect(closest([10, 10], [])).toBe(-1)
  })
  it('find the nearest button in a direction', () => {
    expect(
      nearest(
        [0, 0],
        [
          [10, 0],
          [50, 0],
          [0, 10],
        ],
        [1, 0],
      ),
    ).toBe(0)
    expect(
      nearest(
        [0, 0],
        [
          [10, 0],
          [50, 0],
          [0, 10],
        ],
        [0, 1],
      ),
    ).toBe(2)
    expect(nearest([0, 0], [[10, 0]], [-1, 0])).toBe(-1)
  })
})
