/* What a board is given and what it owes. A board draws one game from its view; it knows no network and keeps no
   truth. */

import type { Component, Snippet } from 'svelte'
import type { ReplayMoment } from '../protocol'
import type { Mood } from '../faces/faces'
import type { Motions } from '../table/choreography'
import type { AnyMove, AnyView } from '../table/state'
import type { Catalogue, Naming, Words } from '../words'

/** A seat as boards show it. */
export interface SeatLook {
  name: string
  /** Mine: it belongs to the guest of this page. */
  mine: boolean
  bot: boolean
  level: string | null
  /** What is to be said of a bot besides its name. */
  note?: string
  /** The figure of a guest. */
  picture: string
  /** How they take what just happened. */
  mood?: Mood
  here: boolean
  standIn: boolean
  /** Their guest has resigned: a bot plays on to the end. */
  resigned?: boolean
  /** A bot moves for this seat: it is a bot's, or its guest is away or has resigned. */
  botPlays?: boolean
  acts: boolean
}

/** What a board is given. `V` is what a seat sees of its game, `M` what a seat does in it. */
export interface BoardProps<V = AnyView, M = AnyMove> {
  view: V
  /** The seat this page looks as; null for spectators and the shared screen. */
  me: number | null
  legal: M[]
  seats: SeatLook[]
  words: Words
  /** Sent and not yet answered: shown as pending, never as done. */
  pending: M | null
  /** Chosen before being asked. */
  planned: M | null
  hint: M | null
  /**
   * What a lesson leads to. What is to be touched next for it, and nothing else, bears `data-tap`: first the card, then
   * the place where it goes.
   */
  lead?: M | null
  /** Until when (our clock) what is on show stays on show, and how long that is in all. */
  look: { until: number; total: number } | null
  /** A big board for all, without hands. */
  screen: boolean
  /** A phone beside a shared screen: what is private large, the rest is on the screen. */
  handheld?: boolean
  /** Looking back with everything revealed: what a view has no room for. */
  open?: Open | null
  /** Try a move; what is not allowed is answered with the reason. */
  play: (move: M) => void
  plan: (move: M | null) => void
  /**
   * The one sentence that says what is happening; the board decides where it stands, and may say more exactly what
   * will happen once something is chosen.
   */
  sentence: Snippet<[chosen?: string]>
}

/** Everyone's hand, and what was in closed cylinders: only of games that are over. */
export interface Open {
  hands?: readonly (readonly string[])[]
  inside?: readonly (readonly string[])[]
}

/** What the sentence is made from. */
export interface Telling {
  me: number | null
  myTurn: boolean
  words: Words
  legal: AnyMove[]
  planned: AnyMove | null
  /** Looking back: it is told as it was, and nothing can be chosen any more. */
  past?: boolean
}

/** A moment of a game that is over, as the house tells it: what everybody saw, and what each seat saw. */
export type Moment<V> = Omit<ReplayMoment, 'view' | 'seats'> & { view: V; seats: V[] }

/** How a game behaves, apart from its drawing. `D` is its deal, as a record writes it. */
export interface Manners<V = AnyView, D = object> {
  /** What is happening and what one can do, in one sentence. */
  say(view: V, telling: Telling): string
  /** How many sides play against each other, where partners win together: seats so far apart are partners. */
  sides?(view: V): number
  /**
   * For a move whose result must not be known at once: the view that is drawn first, and the verbs of the events that
   * belong to it. Words, counts and the log change with the second view; null shows the move in one go.
   */
  suspense?(before: V, after: V): { view: V; verbs: readonly string[] } | null
  /** How places are called on this board: a row and a column say more than a number. */
  naming?(view: V): Naming
  /**
   * A game that is over, moment by moment, with what lay hidden: from its deal, its entries and what every seat
   * saw.
   */
  unveil?(frames: readonly Moment<V>[], deal: D): { view: V; open: Open }[]
}

/** A box that was opened: what `index.ts` of a folder gives away. */
export interface Box<V = AnyView, D = object, M = AnyMove> {
  board: Component<BoardProps<V, M>>
  manners: Manners<V, D>
  /** One piece of the game, whichever comes at this number: they fall when somebody has won. */
  piece?: Component<{ n: number }>
  /** How its verbs move; those without an entry fly from origin to target, or glow. See `table/choreography.ts`. */
  motions?: Motions
  /** A piece as events call it, small, beside what is told. */
  thing?: Component<{ piece: string }>
  /** What only this board says, by language; the game's own words come from the server. */
  words: Record<string, Catalogue>
  /** The drawings that board and pieces use by id; '' for none. */
  drawings: string
}

/** The box of one game among all boxes: its board is only ever handed views of its own game. */
export const boxFor = <V, D, M>(box: Box<V, D, M>): Box => box as unknown as Box
