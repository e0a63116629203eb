import { describe, expect, it } from 'vitest'
import { manners as bonbons } from '../src/boards/bonbons/manners'
import { manners as novem } from '../src/boards/novem/manners'
import { manners as tonoo } from '../src/boards/tonoo/manners'
import type { Moment } from '../src/boards/contract'

/** Moments that say only what the test is about. */
const frames = <V>(...all: object[]) =>
  all.map((frame, seq) => ({ seq, entry: null, line: null, legal: [], seats: [], ...frame })) as unknown as Moment<V>[]
const down = { state: 'down', picture: null }

describe('a game looked back at with everything revealed', () => {
  it('follows rounds through a theft and an empty wrapper (bonbons.12, bonbons.18)', () => {
    const deal = {
      squares: ['a', 'b'],
      rounds: [
        ['a', 'c'],
        ['b', 'd'],
      ],
      reserve: ['e'],
    }
    const view = (last: object | null, own = 2) => ({
      view: { grid: [down, { state: 'gone', picture: null }], rounds: [Array(own).fill(down), [down, down]], last },
    })
    const seen =
      bonbons.unveil?.(
        frames(view(null), view({ type: 'gave', seat: 0, slot: 1, victim: 1, victim_slot: 0 }), view(null, 3)),
        deal,
      ) ?? []
    expect(seen.map(({ view: { rounds } }) => rounds.map((row) => row.map((tile) => tile.picture).join('')))).toEqual([
      ['ac', 'bd'],
      ['ab', 'cd'],
      ['abe', 'cd'],
    ])
    expect(seen[0]?.view.grid.map((tile) => tile.picture)).toEqual(['a', null])
  })
  it('shows the marker that lies face down, and counts what was taken (novem.6)', () => {
    const hidden = { number: 0, attacker: 0, laid: true, marker: null, last: null }
    const shown = { number: 0, attacker: 1, laid: false, marker: null, last: { seat: 0, tile: 8 } }
    const seen =
      novem.unveil?.(
        frames(
          { view: hidden, seats: [{ marker: 'B' }, { marker: null }] },
          { view: shown, seats: [{ marker: null }, { marker: null }] },
        ),
        {},
      ) ?? []
    expect(seen.map(({ view }) => [view.marker, view.points])).toEqual([
      ['B', [0, 0]],
      [null, [8, 0]],
    ])
  })
  it('knows what is in a closed cylinder until it is lifted (tonoo.5)', () => {
    const placed = { type: 'placed', seat: 0, pawn: 'red', cylinder: 2 }
    const seen =
      tonoo.unveil?.(
        frames(
          { view: { last: null } },
          { entry: { move: { type: 'place', cylinder: 2 } }, view: { last: placed } },
          { entry: { chance: {} }, view: { last: placed } },
          { entry: { move: { type: 'lift', cylinder: 2 } }, view: { last: { type: 'lifted' } } },
        ),
        {},
      ) ?? []
    expect(seen.map(({ open }) => open.inside?.[2])).toEqual([[], ['red'], ['red'], []])
  })
})
