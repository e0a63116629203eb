import drawings from '../../art/tonoo.svg?raw'
import type { Box, BoardProps } from '../contract'
import type { TonooView } from './protocol'
import type { Component } from 'svelte'
import Board from './Board.svelte'
import Piece from './Piece.svelte'
import en from './words.en.json'
import fr from './words.fr.json'
import { manners } from './manners'

const box: Box = {
  board: Board as Component<BoardProps<TonooView>> as never,
  piece: Piece,
  manners: manners as never,
  words: { fr, en },
  drawings,
}
export default box
