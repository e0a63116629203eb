import { describe, expect, it } from 'vitest'
import { placed } from '../src/boards/generic/places'
import { moveOf, sentenceOf, thingOf, valueOf } from '../src/boards/generic/saying'
import { ofSeat, partsOf } from '../src/boards/generic/shape'
import { Words } from '../src/words'
import generic from '../src/boards/generic/words.en.json'

const words = new Words('en', [generic, { 'piece.jug': 'a jug', 'move.take': 'Take from stack {stack:number}' }])
const common = { game: 'x', players: 2, options: {}, seat: 0, entries: 3, to_act: 0, outcome: null }
const view = {
  ...common,
  stacks: [['jug', 'lamp'], ['lamp'], []],
  stalls: [
    [null, 'jug', null],
    [null, null, null],
  ],
  held: null,
  tiles: ['jug', 'lamp', 'jug'],
  box: { left: 4, open: true },
}

describe('a view that nobody drew a board for', () => {
  it('is read by its types: single things, rows, squares of cells, stacks, and structures taken apart', () => {
    expect(partsOf(view).map((part) => [part.name, part.kind])).toEqual([
      ['stacks', 'rows'],
      ['stalls', 'rows'],
      ['held', 'fact'],
      ['tiles', 'row'],
      ['box.left', 'fact'],
      ['box.open', 'fact'],
    ])
    expect(partsOf(view).filter((part) => part.kind === 'rows' && part.even)).toHaveLength(1)
    expect(partsOf({ ...common, cells: Array(9).fill(null) })).toMatchObject([{ kind: 'square', width: 3 }])
  })
  it('has a move only on the place that the move names', () => {
    const take = { type: 'take', stack: 1 }
    const lay = { type: 'lay', stall: 0, column: 2 }
    const pass = { type: 'pass', advance: 1 }
    const { at, touched } = placed(partsOf(view), [take, lay, pass])
    expect([...at.keys()]).toEqual(['stacks.1', 'stalls.0.2'])
    expect([...touched]).toEqual([take, lay])
  })
  it('leaves a move as a button when it points outside, at two places, or at a place with another move', () => {
    const [outside, two] = [
      { type: 'lay', stall: 0, column: 3 },
      { type: 'put', tile: 1, stack: 0 },
    ]
    const [one, other] = [
      { type: 'take', stack: 2 },
      { type: 'turn', stack: 2 },
    ]
    const { at, touched } = placed(partsOf(view), [outside, two, one, other])
    expect(at.get('stacks.2')).toEqual([one, other])
    expect([...touched]).toEqual([])
  })
  it('lets a move name a tile by what it is, wherever it lies', () => {
    const play = { type: 'play', tile: 'jug' }
    const { at, touched } = placed(partsOf(view), [play])
    expect([...at.keys()]).toEqual(['tiles.0', 'tiles.2'])
    expect(touched.has(play)).toBe(true)
  })
  it('takes row and column for a place where there are rows only once', () => {
    const lay = { type: 'lay', row: 1, column: 0 }
    expect([...placed(partsOf({ ...common, board: view.stalls }), [lay]).at.keys()]).toEqual(['board.1.0'])
    expect([...placed(partsOf(view), [lay]).at.keys()]).toEqual([])
  })
  it('has something for a seat in lists of values, of rows, and of rows that are hidden in part', () => {
    const parts = partsOf({ ...common, counts: [1, 2], won: [['jug'], []], hands: [null, ['lamp', 'jug']] })
    expect(parts.map((part) => ofSeat(part, 0))).toEqual([1, ['jug'], null])
    expect(parts.map((part) => ofSeat(part, 1))).toEqual([2, [], ['lamp', 'jug']])
  })
  it('says of a number what its words make of it: a sentence, a name, a word of this field', () => {
    const own = {
      'board.owner': '{seat:seat} has it',
      'board.left': 'Left',
      'phase.draw': 'a draw',
      'piece.draw': 'no',
    }
    const said = words.at(['Anna', 'Ben'], own)
    const [owner, left] = partsOf({ ...common, owner: 1, left: 1 })
    expect(sentenceOf(owner!, said)).toBe('Ben has it')
    expect(sentenceOf(left!, said)).toBeNull()
    expect(valueOf('first', 1, said)).toBe('Ben')
    expect(valueOf('left', 1, said)).toBe('1')
    expect(valueOf('phase', 'draw', said)).toBe('a draw')
    expect(valueOf('held', 'jug', said)).toBe('a jug')
  })
  it('is told in the words of the game, and readably without', () => {
    expect(thingOf('jug', words)).toBe('a jug')
    expect(thingOf('red-star', words)).toBe('red star')
    expect(thingOf([false, null], words)).toBe('no, nothing to see')
    expect(thingOf({ type: 'jug', turned: true, picture: null }, words)).toBe('a jug turned')
    expect(moveOf({ type: 'take', stack: 1 }, words)).toBe('Take from stack 2')
    expect(moveOf({ type: 'throw_away' }, words)).toBe('Throw away')
    expect(moveOf({ type: 'lay', stall: 0, tile: 'jug' }, words)).toBe('Lay · stall 1, tile a jug')
  })
})
