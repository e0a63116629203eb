/* Any game: what its view holds, read by its types; what one may do, on the places that a move names and as buttons. */

import type { Box } from '../contract'
import Board from './Board.svelte'
import en from './words.en.json'
import fr from './words.fr.json'

const box: Box = {
  board: Board,
  manners: {
    say(view, { myTurn, words }) {
      if (myTurn) return words.say('table.your_turn')
      return typeof view.to_act === 'number' ? words.say('play.turn', { seat: view.to_act }) : words.say('table.wait')
    },
  },
  words: { fr, en },
  drawings: '',
}
export default box
