/* Pebblebag, without drawing: what is happening, and what one can do. */

import type { Manners } from '../contract'
import type { PebblebagView } from './protocol'

export const manners: Manners<PebblebagView> = {
  say(view, { myTurn, words }) {
    if (view.to_act === 'over') return words.say('say.over')
    if (view.phase === 'draw') return words.say('say.drawing', { seat: view.turn })
    return words.say(myTurn ? 'say.choose' : 'say.other', { seat: view.turn })
  },
}
