import drawings from '../../art/tableaux.svg?raw'
import type { Box } from '../contract'
import Board from './Board.svelte'
import Piece from './Piece.svelte'
import en from './words.en.json'
import fr from './words.fr.json'
import { manners } from './manners'

const box: Box = { board: Board as never, piece: Piece, manners: manners as never, words: { fr, en }, drawings }
export default box
