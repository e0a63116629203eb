import { boxFor } from '../contract'
import Board from './Board.svelte'
import { manners } from './manners'
import en from './words.en.json'
import fr from './words.fr.json'

export default boxFor({ board: Board, manners, words: { fr, en }, drawings: '' })
