// The peer: boardgame.io's own server with its in-memory storage, and a game of two whose state is about as large as ours.
const { Server, FlatFile } = require('boardgame.io/server');
void FlatFile;
const game = {
  name: 'bench',
  minPlayers: 2,
  maxPlayers: 2,
  setup: () => ({ upper: [8, 3, 5, 1, 9, 2, 7, 4, 6], taken: Array(9).fill(false), points: [0, 0], last: null }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    lay: ({ G, playerID }, line) => {
      G.last = { seat: playerID, line };
      G.points[Number(playerID)] += 1;
    },
  },
};
const server = Server({ games: [game], origins: [/.*/] });
server.run({ port: Number(process.argv[2]), callback: () => console.log('ready') });
