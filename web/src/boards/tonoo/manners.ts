/* Tonoo, without drawing: what is happening, and a finished game with everything revealed. */

import type { TonooView } from './protocol'
import type { Manners } from '../contract'

export const manners: Manners<TonooView> = {
  say(view, { me, myTurn, words }) {
    const seat = view.turn
    if (view.phase === 'place')
      return words.doing(myTurn ? 'say.place' : 'say.other_places', { seat, pawn: view.drawn ?? '' }, me)
    if (view.phase === 'return') return words.doing(myTurn ? 'say.return' : 'say.other_returns', { seat }, me)
    if (view.phase === 'draw') return words.doing('say.draws', { seat }, me)
    if (view.phase === 'take') return words.doing('say.take', { seat }, me)
    if (!myTurn) return words.doing('say.other', { seat }, me)
    if (view.bag_empty) return words.say('say.bag_empty')
    return words.say(view.can_draw === false ? 'say.all_full' : 'say.choose')
  },
  unveil(frames) {
    const inside: string[][] = [[], [], [], []]
    return frames.map(({ view, entry }) => {
      const move = entry?.move as { type: string; cylinder: number } | undefined
      if (move?.type === 'place' && view.last?.type === 'placed') inside[move.cylinder]?.push(view.last.pawn)
      if (move?.type === 'lift') inside[move.cylinder] = []
      return { view, open: { inside: inside.map((pawns) => [...pawns]) } }
    })
  },
}
