/* The rules of a game, clause by clause; fetched once. */

import { get } from './api'
import type { RulesText } from './protocol'

const known = new Map<string, Promise<RulesText>>()

export function rulesOf(game: string, language: string): Promise<RulesText> {
  const key = `${game}/${language}`
  if (!known.has(key))
    known.set(
      key,
      get<RulesText>(`/rules/${key}`).catch((trouble) => {
        known.delete(key)
        throw trouble
      }),
    )
  return known.get(key) as Promise<RulesText>
}
