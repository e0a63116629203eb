/* Finds the board of a game, with all that belongs to it; it comes when it is wanted. */

import type { Box } from './contract'

const BOARDS = import.meta.glob<Box>(['./*/index.ts', '!./generic/*'], { import: 'default' })

/** The opened box of a game; one without a folder is played on the generic board. */
export const boxOf = async (game: string): Promise<Box> =>
  (BOARDS[`./${game}/index.ts`] ?? (() => import('./generic').then((module) => module.default)))()
