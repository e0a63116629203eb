/* Any game: what its view says, as a list of named things; what one may do, as labelled buttons. */

import type { Box } from '../contract'
import Board from './Board.svelte'

const box: Box = {
  board: Board,
  manners: {
    say(view, { myTurn, words }) {
      if (myTurn) return words.say('table.your_turn')
      return typeof view.to_act === 'number' ? words.say('play.turn', { seat: view.to_act }) : words.say('table.wait')
    },
  },
  words: { fr: {}, en: {} },
  drawings: '',
}
export default box
