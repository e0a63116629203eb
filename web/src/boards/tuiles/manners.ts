/* De tuile en tuile, without drawing: what is happening, and what is hidden again. */

import type { TuilesView } from '../../protocol'
import type { Manners } from '../contract'

export const manners: Manners<TuilesView> = {
  secret: false,
  say(view, { myTurn, words }) {
    if (myTurn) return words.say(view.options.expert ? 'say.expert' : 'say.announce')
    return words.say('say.other', { seat: typeof view.to_act === 'number' ? view.to_act : 0 })
  },
  forget: (view) => ({ ...view, last: null }),
  forgetLine: (line) =>
    line.code === 'moved' || line.code === 'home' || line.code === 'stayed' ? { code: `${line.code}_one`, args: { seat: line.args.seat ?? 0, pawn: line.args.pawn ?? 0 } } : line,
}
