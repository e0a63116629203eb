import { describe, expect, it } from 'vitest'
import { measured, neighbours, strengthIn } from '../src/table/measure'
import type { TableInfo } from '../src/protocol'
import en from '../src/texts/en.json'
import { Words } from '../src/words'

const LEVELS = ['goldfish', 'child', 'adult', 'elephant']
const words = new Words('en', [en])
const table = (strength: number | null, measure: number | null) =>
  ({ seats: [{ strength: null }, { strength, level: 'child' }], measure }) as unknown as TableInfo

describe('an opponent made to measure', () => {
  it('is a level or between two, and beyond the ends the last one', () => {
    expect([-2, 0, 3, 6, 8].map((strength) => neighbours(strength, LEVELS).join())).toEqual([
      'goldfish,goldfish',
      'goldfish,goldfish',
      'child,adult',
      'elephant,elephant',
      'elephant,elephant',
    ])
    expect(strengthIn(3, LEVELS, words)).toBe('between child and adult')
    expect(strengthIn(2, LEVELS, words)).toBe('child')
  })
  it('says after a game how it played and where it goes', () => {
    expect(measured(table(2, 3), LEVELS, words)).toBe(
      'My match played this game as: child. Next time: between child and adult.',
    )
    expect(measured(table(2, 2), LEVELS, words)).toContain('stays')
    expect([measured(table(2, null), LEVELS, words), measured(table(null, null), LEVELS, words)]).toEqual(['', ''])
  })
})
