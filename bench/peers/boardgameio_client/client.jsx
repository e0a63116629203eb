/* The React client of boardgame.io for a trivial game, over the network: what its documentation shows, and no more. */
import React from 'react'
import { createRoot } from 'react-dom/client'
import { Client } from 'boardgame.io/react'
import { SocketIO } from 'boardgame.io/multiplayer'

const TicTacToe = {
  name: 'tic-tac-toe',
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { mark: ({ G, playerID }, cell) => { G.cells[cell] = playerID } },
}

const Board = ({ G, moves }) => (
  <div>{G.cells.map((mark, cell) => <button key={cell} onClick={() => moves.mark(cell)}>{mark}</button>)}</div>
)

const App = Client({ game: TicTacToe, board: Board, multiplayer: SocketIO({ server: location.origin }), debug: false })
createRoot(document.getElementById('root')).render(<App playerID="0" />)
