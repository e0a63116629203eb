/* What is said at the end: to the winner, to partners, to who lost, to everybody else. */

import { describe, expect, it } from 'vitest'
import fr from '../src/texts/fr.json'
import { headline, isLost, kindWord, margin, ranking, type Over } from '../src/table/ending'
import { Words } from '../src/words'

const words = new Words('fr', [fr, { score: { one: '{count} point', other: '{count} points' } }])
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')
const over = (winners: number[], scores: number[], me: number | null, sides = scores.length): Over => ({
  outcome: { winners, scores, clause: 'any.1' },
  names: ['Anna', 'Malik', 'Odette', 'Zoé'],
  me,
  sides,
})

describe('who won', () => {
  it('is said to the winner by name', () => {
    expect(plain(headline(over([0], [3, 1], 0), words))).toBe('Bravo Anna, gagné !')
  })
  it('is said of the winner to others, and where several people look', () => {
    expect(plain(headline(over([0], [3, 1], 1), words))).toBe('Anna gagne !')
    expect(plain(headline(over([0], [3, 1], null), words))).toBe('Anna gagne !')
  })
  it('knows partners from people who share a win', () => {
    expect(plain(headline(over([0, 2], [5, 3, 5, 3], 0, 2), words))).toBe('Gagné, avec Odette !')
    expect(plain(headline(over([0, 2], [5, 3, 5, 3], 1, 2), words))).toBe('Anna et Odette gagnent !')
    expect(plain(headline(over([0, 2], [5, 3, 5, 3], 0), words))).toBe('Victoire partagée avec Odette !')
    expect(plain(headline(over([0, 2], [5, 3, 5, 3], null), words))).toBe('Victoire partagée : Anna et Odette !')
  })
})

describe('by how much', () => {
  it('is said in the words of the box, against the best of the others', () => {
    expect(margin(over([0], [5, 1, 3], 0), words)).toBe('5 points contre 3.')
    expect(margin(over([0, 2], [5, 3, 5, 3], 0, 2), words)).toBe('5 points contre 3.')
  })
  it('is not said where the scores do not tell who won, or nobody lost', () => {
    expect(margin(over([1], [2, 0], 0), words)).toBe('')
    expect(margin(over([0, 1], [2, 2], 0), words)).toBe('')
  })
})

describe('a defeat', () => {
  it('is only one for who sat there', () => {
    expect([0, 1, null].map((me) => isLost(over([0], [3, 1], me)))).toEqual([false, true, false])
  })
  it('gets a kind word, a warmer one when it was close', () => {
    expect(kindWord(over([0], [3, 2], 1), words)).toBe(words.say('end.close'))
    expect(kindWord(over([0], [3, 1], 1), words)).toBe(words.say('end.kind'))
  })
})

it('winners stand first, then the others by their scores', () => {
  expect(ranking(over([2], [4, 1, 0, 3], null)).map(({ seat }) => seat)).toEqual([2, 0, 3, 1])
})
