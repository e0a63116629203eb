import { boxFor } from '../contract'
import Board from './Board.svelte'
import drawings from './drawings.svg?raw'
import { manners } from './manners'
import { motions } from './motions'
import Piece from './Piece.svelte'
import Thing from './Thing.svelte'
import en from './words.en.json'
import fr from './words.fr.json'

export default boxFor({ board: Board, piece: Piece, thing: Thing, motions, manners, words: { fr, en }, drawings })
