import { describe, expect, it } from 'vitest'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Words, type Catalogue } from '../src/words'
import en from '../src/texts/en.json'
import fr from '../src/texts/fr.json'
import lostEn from '../src/texts/lost.en.json'
import lostFr from '../src/texts/lost.fr.json'
import measuredEn from '../src/texts/expect.en.json'
import measuredFr from '../src/texts/expect.fr.json'

const common: Catalogue = {
  seat: 'Player {seat:number}',
  'pawn.red': 'red',
  tiles: { one: '{count} tile', other: '{count} tiles' },
  'move.draw': 'Draw',
  'refuse.full': '{seat:seat}: full ({pawn:pawn})',
}

describe('words', () => {
  it('are filled in as the terminal does it', () => {
    const words = new Words('en', [common], ['Anna'])
    expect(words.refusal({ code: 'full', args: { seat: 0, pawn: 'red' } })).toBe('Anna: full (red)')
    expect(words.refusal({ code: 'full', args: { seat: 1, pawn: 'red' } })).toBe('Player 2: full (red)')
  })
  it('know that in French nought is singular', () => {
    const tiles: Catalogue = { tiles: { one: '{count} tuile', other: '{count} tuiles' } }
    expect(new Words('fr', [tiles]).say('tiles', { count: 0 })).toBe('0 tuile')
    expect(new Words('en', [common]).say('tiles', { count: 0 })).toBe('0 tiles')
  })
  it('have their own words for none where there are some', () => {
    const words = new Words('fr', [{ kept: { zero: 'rien', one: '{count} pion', other: '{count} pions' } }])
    expect([0, 1, 2].map((count) => words.say('kept', { count }))).toEqual(['rien', '1 pion', '2 pions'])
  })
  it('elide in French before a vowel', () => {
    const turn: Catalogue = { turn: 'au tour de {seat:seat}' }
    const say = (language: string, name: string) => new Words(language, [turn], [name]).say('turn', { seat: 0 })
    expect(['Anna', 'Élodie', 'Malik'].map((name) => say('fr', name))).toEqual([
      'au tour d’Anna',
      'au tour d’Élodie',
      'au tour de Malik',
    ])
    expect(say('es', 'Anna')).toBe('au tour de Anna')
  })
  it('say of a move to whose own things it is done', () => {
    const words = new Words('en', [{ 'move.lay': 'On {on:seat}', 'move.lay.yours': 'On yours' }], ['Anna', 'Ben'])
    expect([0, 1, null].map((me) => words.move({ type: 'lay', on: 0 }, me))).toEqual(['On yours', 'On Anna', 'On Anna'])
  })
  it('prefer the words of the game', () => {
    expect(new Words('en', [common]).at([], { 'move.draw': 'Draw a pawn' }).move({ type: 'draw' })).toBe('Draw a pawn')
  })
})

const flat = (catalogue: Catalogue) => Object.keys(catalogue).sort()

describe('catalogues', () => {
  it('of the page say the same things in both languages', () => {
    expect(flat(en)).toEqual(flat(fr))
    expect(flat(lostEn)).toEqual(flat(lostFr))
    expect(flat(measuredEn)).toEqual(flat(measuredFr))
  })
  it('of the boards say the same things in both languages', () => {
    const boards = join(__dirname, '../src/boards')
    for (const folder of readdirSync(boards, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
      const read = (language: string) => {
        const file = join(boards, folder.name, `words.${language}.json`) // a folder may hold a box and no board
        return (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}) as Catalogue
      }
      expect(flat(read('en')), folder.name).toEqual(flat(read('fr')))
    }
  })
  it('hold every code the pages ask for', () => {
    const files = readdirSync(join(__dirname, '../src'), { recursive: true, encoding: 'utf8' }).filter(
      (name) => /\.(svelte|ts)$/.test(name) && !name.startsWith('boards'),
    )
    const asked = files.flatMap((name) =>
      [...readFileSync(join(__dirname, '../src', name), 'utf8').matchAll(/\bt\('([a-z_.]+[a-z])'/g)].map(
        (found) => found[1] as string,
      ),
    )
    expect(asked.filter((key) => !(key in fr))).toEqual([])
    const measured = files.flatMap((name) =>
      [...readFileSync(join(__dirname, '../src', name), 'utf8').matchAll(/'(expect\.[a-z_.0-9]+[a-z0-9])'/g)].map(
        (found) => found[1] as string,
      ),
    )
    expect(measured.length).toBeGreaterThan(30)
    expect(measured.filter((key) => !(key in measuredFr))).toEqual([])
  })
})

describe('numbered places', () => {
  it('are called by what a board calls them', () => {
    const words = new Words('en', [{ turned: 'turned {cell:number}, round {slot:number}' }]).calling((name, value) =>
      name === 'cell' ? `row ${Math.floor(value / 6) + 1}` : null,
    )
    expect(words.say('turned', { cell: 13, slot: 0 })).toBe('turned row 3, round 1')
    expect(words.at(['Anna']).say('turned', { cell: 0, slot: 2 })).toBe('turned row 1, round 3')
  })
})

describe('what just happened', () => {
  const words = new Words('en', [
    {
      'told.stole': '{seat:seat} steals {piece:a} from {owner:seat}.',
      'told.stole.you': 'You steal {piece:a} from {owner:seat}.',
      'told.stole.yours': '{seat:seat} steals your {piece:picture}.',
      'log.passed': '{seat:seat} passed.',
      'a.plum': 'a plum',
      'picture.plum': 'plum',
    },
  ]).at(['Anna', 'Ben', 'Zoé'])
  const line = { code: 'stole', args: { seat: 0, owner: 1 } }

  it('is told to who did it, to whom it was done, and to all others', () => {
    expect(words.told(line, 0, 'plum')).toBe('You steal a plum from Ben.')
    expect(words.told(line, 1, 'plum')).toBe('Anna steals your plum.')
    expect(words.told(line, 2, 'plum')).toBe('Anna steals a plum from Ben.')
    expect(words.told(line, null, 'plum')).toBe('Anna steals a plum from Ben.')
  })

  it('is told in the words of the log where there are no others', () => {
    expect(words.told({ code: 'passed', args: { seat: 0 } }, 0)).toBe('Anna passed.')
  })
})
