/* Any game: what its view holds, read by its types; what one may do, on the places that a move names and as buttons. */

import type { Box } from '../contract'
import Board from './Board.svelte'
import en from './words.en.json'
import fr from './words.fr.json'

const box: Box = {
  board: Board,
  manners: {
    say(view, { me, myTurn, words }) {
      if (myTurn) return words.say('table.your_turn')
      return typeof view.to_act === 'number'
        ? words.doing('play.turn', { seat: view.to_act }, me)
        : words.say('table.wait')
    },
  },
  words: { fr, en },
  drawings: '',
}
export default box
