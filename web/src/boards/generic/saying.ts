/* What the generic board says: the game's own words where there are any, otherwise names made readable. */

import type { AnyMove } from '../../table/state'
import type { Words } from '../../words'
import type { Part, Thing } from './shape'

/** `bag_empty` and `red-star` as one would write them. */
export function readable(code: string): string {
  return code.replace(/[._-]+/g, ' ').trim()
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The name of a part: `board.<part>` in the game's words. */
export function nameOf(part: Part, words: Words): string {
  const key = `board.${part.name}`
  return words.has(key) ? words.say(key) : capital(readable(part.name))
}

/** Fields that hold the number of a seat. */
const SEATS = ['seat', 'turn', 'by', 'owner', 'first']

/** A fact as a sentence about a seat or a number, where its words have a place for one. */
export function sentenceOf(part: Part, words: Words): string | null {
  const key = `board.${part.name}`
  if (part.kind !== 'fact' || typeof part.thing !== 'number') return null
  return words.names(key, 'seat') || words.names(key, 'count')
    ? words.say(key, { seat: part.thing, count: part.thing })
    : null
}

/** What a part holds, in words: `<part>.<value>` comes first, and seats have names. */
export function valueOf(name: string, thing: Thing, words: Words): string {
  if (typeof thing === 'number' && SEATS.includes(name)) return words.seat(thing)
  const key = `${name}.${String(thing)}`
  return words.has(key) ? words.say(key) : thingOf(thing, words)
}

/** One of several rows: `board.<part>.row` may name it, with `{seat:seat}` or `{row:number}`. */
export function rowOf(part: Part, row: number, words: Words): string {
  const key = `board.${part.name}.row`
  return words.has(key) ? words.say(key, { row, seat: row }) : words.say('generic.row', { row })
}

/** A thing in words; `piece.<value>` in the game's words says how it is called. */
export function thingOf(thing: Thing, words: Words): string {
  if (thing === null) return words.has('piece.null') ? words.say('piece.null') : words.say('generic.nothing')
  if (Array.isArray(thing))
    return thing.length ? thing.map((one) => thingOf(one, words)).join(', ') : words.say('generic.none')
  if (typeof thing === 'object')
    return Object.entries(thing)
      .filter(([, inner]) => inner !== null && inner !== false)
      .map(([name, inner]) => (inner === true ? readable(name) : thingOf(inner, words)))
      .join(' ')
  if (typeof thing === 'boolean') return words.say(thing ? 'generic.yes' : 'generic.no')
  return words.has(`piece.${thing}`) ? words.say(`piece.${thing}`) : readable(String(thing))
}

/** What a tile shows: a place where nothing can be seen stays bare. */
export const faceOf = (thing: Thing, words: Words): string => (thing === null ? '' : thingOf(thing, words))

/** What a move does. */
export function moveOf(move: AnyMove, words: Words): string {
  const { type, ...given } = move
  if (words.has(`move.${type}`) || words.has(`move.${type}.${Object.keys(given).join('.')}`)) return words.move(move)
  const args = Object.entries(given).map(([name, value]) => {
    const said = typeof value === 'number' ? String(value + 1) : thingOf(value, words)
    return `${readable(name)} ${said}`
  })
  return [capital(readable(type)), args.join(', ')].filter(Boolean).join(' · ')
}
