/* Sitting down: making tables and joining them. */

import { get, post } from './api'
import { house } from './house.svelte'
import type { Measures, SeatForm, TableForm, TableInfo, TableList, TableRef } from './protocol'
import { go } from './router'

/** A table of one person and bots, started at once. */
export function quickTable(game: string, levels: string[]): TableForm {
  const wanted = house.box(game)?.facts.seats ?? 2
  const bots = Array.from({ length: wanted - 1 }, (_, n): SeatForm => ({
    kind: 'bot',
    level: (levels[n % levels.length] ?? 'child') as 'child',
  }))
  return { game, seats: [{ kind: 'me' }, ...bots], start: true }
}

export async function sitDown(form: TableForm, screen = false): Promise<void> {
  await house.enter()
  const table = await post<TableInfo>('/tables', form)
  try {
    localStorage.setItem('last box', form.game)
  } catch {
    /* only a convenience */
  }
  go(`/tables/${table.id}${screen ? '?screen' : ''}`)
}

/** Whether somebody may start a game and keep it going: the host; around a big screen, who sits first. */
export function runsIt(table: TableInfo, guest: string | null): boolean {
  if (guest === null || table.host === guest) return guest !== null
  if (table.seats.some((seat) => seat.guest === table.host)) return false
  return table.seats.find((seat) => seat.kind === 'guest' && !seat.stand_in)?.guest === guest
}

export function lastBox(): string {
  const games = house.info?.games.map((box) => box.slug) ?? []
  let last: string | null = null
  try {
    last = localStorage.getItem('last box')
  } catch {
    /* only a convenience */
  }
  return last && games.includes(last) ? last : (games[0] ?? '')
}

/** Sit down by a code; beside a shared screen (`hand`) the phone shows one's own things large. */
export async function joinByCode(code: string, hand = false): Promise<void> {
  await house.enter()
  const { table } = await post<TableRef>('/join', { code: code.trim() })
  go(`/tables/${table}${hand ? '?hand' : ''}`)
}

/** Be somebody, also for a table that is being looked at already. */
export async function meet(link: { again(): void }, name = '', picture = ''): Promise<void> {
  const stranger = house.guest === null
  await house.enter(name, picture)
  if (stranger) link.again()
}

export async function sitAt(id: string): Promise<void> {
  await house.enter()
  await post<TableInfo>(`/tables/${id}/join`, {})
  go(`/tables/${id}`)
}

/** How strong the opponent made to measure is for me in a box; undefined where we have not met. */
export const myMeasure = (game: string) =>
  get<Measures>('/me/measures')
    .then(({ measures }) => measures[game])
    .catch(() => undefined)
export const myTables = () => get<TableList>('/me/tables').then((list) => list.tables)
export const openTables = () => get<TableList>('/tables').then((list) => list.tables)

/** Who sits where, in names people can tell apart. */
export function namesAt(table: TableInfo): string[] {
  const names = table.seats.map((seat) => {
    if (seat.kind === 'open') return house.words.say('seat.open')
    if (seat.strength !== null && seat.kind === 'bot') return house.words.say('level.adaptive')
    return seat.name || (seat.level ? house.words.say(`level.${seat.level}`) : house.words.say('guest.somebody'))
  })
  return apart(names)
}

/** Who has the same name gets a number. */
export function apart(names: string[]): string[] {
  return names.map((name, at) => {
    const twins = names.filter((other) => other === name).length
    return twins > 1 ? `${name} ${names.slice(0, at + 1).filter((other) => other === name).length}` : name
  })
}
