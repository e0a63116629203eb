/* Bonbons, without drawing: what is happening, and a finished game with everything revealed. */

import type { BonbonsView } from './protocol'
import type { Manners } from '../contract'

interface Deal {
  squares: string[]
  rounds: string[][]
  reserve: string[]
}

export const manners: Manners<BonbonsView, Deal> = {
  say(view, { me, myTurn, words }) {
    const seat = view.turn
    if (!myTurn) return words.doing(`say.other_${view.phase}`, { seat }, me)
    const again = view.phase === 'start' && view.may_stop
    return words.say(again ? 'say.again' : `say.${view.phase}`)
  },
  naming(view) {
    const side = Math.round(Math.sqrt(view.grid.length))
    return (name, cell, words) =>
      name === 'cell' ? words.say('board.at', { row: Math.floor(cell / side), column: cell % side }) : null
  },
  unveil(frames, deal) {
    const rounds = deal.rounds.map((row) => [...row])
    const reserve = [...deal.reserve]
    return frames.map(({ view }) => {
      const last = view.last
      // bonbons.12: the stolen round and the one that is given change places
      if (last?.type === 'gave') {
        const [own, other] = [rounds[last.seat] ?? [], rounds[last.victim] ?? []]
        ;[own[last.slot], other[last.victim_slot]] = [other[last.victim_slot] ?? '', own[last.slot] ?? '']
      }
      // bonbons.18: one more round, from the reserve
      view.rounds.forEach((row, seat) => {
        if (row.length > (rounds[seat]?.length ?? 0)) rounds[seat]?.push(reserve.shift() ?? '')
      })
      const grid = view.grid.map((tile, cell) =>
        tile.state === 'gone' ? tile : { ...tile, picture: deal.squares[cell] ?? null },
      )
      const shown = view.rounds.map((row, seat) =>
        row.map((tile, slot) => ({ ...tile, picture: rounds[seat]?.[slot] ?? null })),
      )
      return { view: { ...view, grid, rounds: shown }, open: {} }
    })
  },
}
