/* The words of taking the house along: they come with its page, not with the first load. */

import { house, type Language } from '../../house.svelte'
import type { Catalogue, Words } from '../../words'

const OWN: Record<Language, () => Promise<{ default: Catalogue }>> = {
  fr: () => import('../../texts/take.fr.json'),
  en: () => import('../../texts/take.en.json'),
}

export async function takingWords(): Promise<Words> {
  const own = await OWN[house.language]()
  return house.words.at([], own.default)
}
