/* What the house answers about hints and reviews (ludotheque.bots.advice). The generator of protocol.ts does not reach that
   module yet; when it does, these go. */

export interface Recalled {
  what: string
  place: string
  entry: number
}

export interface Weighed {
  move: Record<string, unknown>
  chance: number
  weight: number
}

export interface Hint {
  seat: number
  entries: number
  moves: Weighed[]
  seen: Recalled[]
}

export interface Judged {
  index: number
  move: Record<string, unknown>
  chance: number
  best: Record<string, unknown>
  best_chance: number
  cost: number
  seen: Recalled[]
}

export interface Review {
  game: string
  seat: number
  moves: Judged[]
}
