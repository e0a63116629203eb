/* The end of a game of Tableaux, as far as it can be seen coming (tableaux.13 to 16). */

import type { TableauxView } from './protocol'

const IN_THE_BOX = 96
const DEALT = 5

export interface Ending {
  /** Cards that lay in the pile at the start. */
  all: number
  /** Cards that can still be taken, from either pile. */
  left: number
  /** What ends the game as things stand: words under `end.<code>`. */
  code: 'rule' | 'empty' | 'once' | 'turns' | 'over'
  /** For those words: how many turns are left. */
  count: number
  /** It may be over soon. */
  near: boolean
}

/** tableaux.15: nothing to take and nothing to lay. tableaux.16: the piles went round twice, and everybody once. */
export function ending({ players, pile, discard, turnings, turns, outcome }: TableauxView): Ending {
  const left = pile + discard
  const count = Math.max(1, players - turns)
  const round = turnings > 1 ? 'turns' : turnings === 1 && turns > 0 ? 'once' : 'rule'
  const code = outcome ? 'over' : left === 0 ? 'empty' : round
  return { all: IN_THE_BOX - DEALT * players, left, code, count, near: code !== 'rule' || left <= players }
}
