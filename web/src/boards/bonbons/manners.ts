/* Bonbons, without drawing: what is happening, and what is hidden again. */

import type { BonbonsView } from '../../protocol'
import type { Manners } from '../contract'

type Tile = BonbonsView['grid'][number]

/** any.2: a tile that is down again keeps no picture on this page. */
const covered = (tile: Tile): Tile => (tile.state === 'down' || tile.state === 'covered' ? { ...tile, picture: null } : tile)

export const manners: Manners<BonbonsView> = {
  secret: false,
  say(view, { myTurn, words }) {
    const seat = view.turn
    if (!myTurn) return words.say(`say.other_${view.phase}`, { seat })
    const again = view.phase === 'start' && view.may_stop
    return words.say(again ? 'say.again' : `say.${view.phase}`)
  },
  forget: (view) => ({ ...view, grid: view.grid.map(covered), rounds: view.rounds.map((row) => row.map(covered)), shown: [] }),
  forgetLine(line) {
    if (line.args.picture === undefined) return line
    const { picture: _, ...args } = line.args
    return { code: `${line.code}_later`, args }
  },
}
