/* Novem, without drawing: what is happening, and a finished game with everything revealed. */

import type { NovemView } from './protocol'
import type { Manners } from '../contract'
import { isTurning } from './lines'

export const manners: Manners<NovemView> = {
  say(view, { me, myTurn, words, planned, past }) {
    const attacker = view.attacker
    if (isTurning(view)) return words.say('say.turning')
    if (myTurn) {
      const which = me === 0 ? 'row' : 'column'
      return words.say(me === attacker ? `say.attack_${which}` : `say.defend_${which}`, { seat: attacker })
    }
    if (me !== null && planned) return words.say('say.planned', { seat: attacker })
    if (me !== null && me !== attacker && !view.laid && !past)
      return words.say('say.attacker_chooses', { seat: attacker })
    const waits = view.laid ? 1 - attacker : attacker
    return words.doing(view.laid ? 'say.defender_chooses' : 'say.other', { seat: waits, attacker }, me)
  },
  /* The markers are turned up on the board before the duel; its tile is taken in the second view. */
  suspense(before, after) {
    if (!before.laid || after.laid) return null
    return { view: { ...before, to_act: 'chance', laid: false, last: after.last }, verbs: ['lay', 'reveal'] }
  },
  unveil(frames) {
    let points = [0, 0]
    let before: NovemView | null = null
    return frames.map((frame) => {
      const { view } = frame
      const { last } = view
      if (before && view.number !== before.number) points = [0, 0]
      else if (before?.laid && !view.laid && last)
        points = points.map((sum, seat) => sum + (seat === last.seat ? (last.tile ?? 0) : 0))
      before = view
      const attacker = frame.seats[view.attacker]
      return { view: { ...view, marker: attacker?.marker ?? null, points }, open: {} }
    })
  },
}
