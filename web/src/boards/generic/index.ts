import type { Box } from '../contract'
import Board from './Board.svelte'

/* Any game: what its view says, as a list of named things; what one may do, as labelled buttons. */
const box: Box = {
  board: Board as never,
  manners: {
    secret: true,
    say: (
      view: { to_act: unknown },
      { myTurn, words }: { myTurn: boolean; words: { say: (key: string, args?: Record<string, number>) => string } },
    ) =>
      myTurn
        ? words.say('table.your_turn')
        : typeof view.to_act === 'number'
          ? words.say('play.turn', { seat: view.to_act })
          : words.say('table.wait'),
  } as never,
  words: { fr: {}, en: {} },
  drawings: '',
}
export default box
