/* Tableaux, without drawing: what is happening, and a finished game with everything revealed. */

import type { TableauxView } from './protocol'
import type { Manners } from '../contract'

export const manners: Manners<TableauxView> = {
  say(view, { me, myTurn, words, legal, planned, past }) {
    if (view.phase === 'opening') {
      if (myTurn) return words.say('say.opening')
      if (me !== null && planned) return words.say('say.opening_planned')
      const chooses = me !== null && !past && view.tableaux[me]?.length === 0
      return words.say(chooses ? 'say.opening_early' : 'say.opening_wait')
    }
    if (!myTurn) return words.doing(`say.other_${view.phase}`, { seat: view.turn }, me)
    const lays = legal.some((move) => move.type === 'lay')
    if (view.phase === 'turn') {
      if (legal.some((move) => move.type === 'lay_hand')) return words.say('say.lay_hand')
      if (legal.some((move) => move.type === 'draw')) return words.say('say.draw')
      return words.say(lays ? 'say.must_lay' : 'say.pass')
    }
    if (view.phase === 'new') return words.say(view.due === me ? 'say.new' : 'say.new_for', { seat: view.due ?? 0 })
    if (view.phase === 'play') return words.say(lays ? 'say.play' : 'say.discard')
    return words.say(`say.${view.phase}`)
  },
  sides: (view) => Number(view.options.teams) || view.players,
  unveil: (frames) =>
    frames.map(({ view, seats }) => {
      const tableaux = view.tableaux.map((cards, seat) => seats[seat]?.tableaux[seat] ?? cards)
      return { view: { ...view, tableaux }, open: { hands: seats.map((seen) => seen.hand ?? []) } }
    }),
}
