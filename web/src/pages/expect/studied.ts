/* What studies have found of a box: which table is meant, minutes, weights, differences. No drawing. */

import { get } from '../../api'
import type { GameInfo, Studied, StudiedDuel, StudiedPlay } from '../../protocol'
import type { Words } from '../../words'

/** A value and its interval, from low to high. */
export type Found = [number, number, number]
export type Options = Record<string, boolean | number>

const RANDOM = 'random'
const known = new Map<string, Promise<Studied>>()

export function studiesOf(game: string): Promise<Studied> {
  if (!known.has(game))
    known.set(
      game,
      get<Studied>(`/studies/${game}`).catch((trouble) => {
        known.delete(game)
        throw trouble
      }),
    )
  return known.get(game) as Promise<Studied>
}

export const isRandom = (play: StudiedPlay): boolean => play.by === RANDOM

/** The options that make a difference here: those of which more than one value was played. */
export function varied(studied: Studied): string[] {
  const first = studied.plays[0]
  return Object.keys(first?.options ?? {}).filter((name) =>
    studied.plays.some((play) => play.options[name] !== first?.options[name]),
  )
}

/** What is chosen for a table, with the defaults for what was not touched. */
export const chosen = (box: GameInfo, options: Options): Options => ({
  ...Object.fromEntries(box.options.map((option) => [option.name, option.default])),
  ...options,
})

/** The play of a table, or of the one that is nearest: the same variant first, then the same number of players. */
export function playOf(studied: Studied, players: number, options: Options, random: boolean): StudiedPlay | undefined {
  const names = varied(studied)
  const off = (play: StudiedPlay) =>
    names.filter((name) => play.options[name] !== options[name]).length * 100 + Math.abs(play.players - players)
  return studied.plays.filter((play) => isRandom(play) === random).sort((a, b) => off(a) - off(b))[0]
}

/** Whether that play is of the very table. */
export const isOf = (studied: Studied, play: StudiedPlay, players: number, options: Options): boolean =>
  play.players === players && varied(studied).every((name) => play.options[name] === options[name])

export const alike = (one: { options: Options }, other: { options: Options }): boolean =>
  Object.keys(one.options).every((name) => one.options[name] === other.options[name])

/** The same variant at every number of players that was played, by the same players. */
export const crowds = (studied: Studied, play: StudiedPlay): StudiedPlay[] =>
  studied.plays
    .filter((other) => other.by === play.by && alike(other, play))
    .sort((one, other) => one.players - other.players)

export const duelOf = (studied: Studied, play: StudiedPlay, what: StudiedDuel['what']): StudiedDuel | undefined =>
  studied.duels.find((duel) => duel.what === what && duel.players === play.players && alike(duel, play))

/** How long so many decisions take people, in minutes. */
export const minutes = (studied: Studied, decisions: number): number => (decisions * studied.seconds) / 60

/** How much of what could be won was won: 0 is the fair share, 1 is every game. */
export const weight = (wins: number, fair: number): number => Math.max(0, (wins - fair) / (1 - fair))

/** A value less another one, with its interval, as if the two had been measured apart. */
export function less([value, low, high]: Found, [from, least, most]: Found): Found {
  const change = value - from
  return [change, change - Math.hypot(value - low, most - from), change + Math.hypot(high - value, from - least)]
}

/** Whether a difference is sure: its interval does not touch nought. */
export const isSure = ([, low, high]: Found): boolean => low > 0 || high < 0

/** A number with so many digits behind the point; a change has its sign. */
export function digits(words: Words, value: number, count: number, sign = false): string {
  const shape = { minimumFractionDigits: count, maximumFractionDigits: count } as const
  const text = new Intl.NumberFormat(words.language, { ...shape, signDisplay: sign ? 'exceptZero' : 'negative' })
  return text.format(value).replace('-', '−')
}

/** A value of a statistic as one writes it. */
export function written(words: Words, value: number, kind: string, change = false): string {
  const size = Math.abs(value)
  if (kind === 'mean') return digits(words, value, size >= 1000 ? 0 : size >= 100 ? 1 : 2, change)
  if (kind === 'advantage' || change) return words.say('study.points', { value: digits(words, 100 * value, 2, true) })
  return words.percent(value, size < 0.1 ? 2 : 1).replace('-', '−')
}

/** Round numbers between two, a handful of them. */
export function marks(low: number, high: number, most = 5): number[] {
  const span = Math.max(high - low, 1e-9)
  const unit = 10 ** Math.floor(Math.log10(span / most))
  const step = unit * ([1, 2, 5, 10].find((times) => span / (unit * times) <= most) ?? 10)
  const found: number[] = []
  for (let at = Math.ceil(low / step - 1e-9); at * step <= high + step * 1e-9; at++) found.push(at * step)
  return found
}

/** A table as one says it: how many, and what is different about it. */
export function tableName(studied: Studied, play: StudiedPlay, words: Words): string {
  const options = varied(studied).map((name) => {
    const value = play.options[name] ?? 0
    const key = `option.${name}.${value}`
    const told = words.has(key) ? words.say(key) : String(value)
    return words.pair(
      words.say(`option.${name}`),
      typeof value === 'boolean' ? words.say(`expect.${value ? 'yes' : 'no'}`) : told,
    )
  })
  return [words.say('expect.players', { count: play.players }), ...options].join(' · ')
}
