/* The words of the measurements: they come with the pages that need them, not with the first load. */

import { house, type Language } from '../../house.svelte'
import type { Catalogue, Words } from '../../words'

const OWN: Record<Language, () => Promise<{ default: Catalogue }>> = {
  fr: () => import('../../texts/expect.fr.json'),
  en: () => import('../../texts/expect.en.json'),
}

/** The words of a box, of the house, and of measurements. */
export async function measuredWords(game: string): Promise<Words> {
  const own = await OWN[house.language]()
  return house.of(game).at([], own.default)
}
