/* De tuile en tuile, without drawing: what is happening, and a finished game with everything revealed. */

import type { TuilesView } from './protocol'
import type { Manners } from '../contract'

export const manners: Manners<TuilesView, { loop: number[] }> = {
  say(view, { me, myTurn, words }) {
    if (myTurn) return words.say(view.options.expert ? 'say.expert' : 'say.announce')
    return words.doing('say.other', { seat: typeof view.to_act === 'number' ? view.to_act : 0 }, me)
  },
  unveil: (frames, deal) =>
    frames.map(({ view }) => {
      const loop = view.loop.map((_, tile) => deal.loop[tile] ?? null)
      const camps = view.camps.map((camp) => camp.map((_, n) => 6 - n)) // tuiles.2: the 6 is furthest from the way
      return { view: { ...view, loop, camps }, open: {} }
    }),
}
