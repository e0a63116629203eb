/* What a box says about itself. */

export interface BoxFacts {
  /** From the sheet; where a sheet gives none, it is left out. */
  age?: number
  minutes?: number
  /** How many sit down when somebody just wants to play. */
  seats: number
}

export const BOXES: Record<string, BoxFacts> = {
  bonbons: { age: 7, minutes: 15, seats: 3 },
  novem: { age: 8, minutes: 30, seats: 2 },
  tableaux: { seats: 3 },
  tuiles: { seats: 3 },
  tonoo: { age: 7, minutes: 20, seats: 3 },
}

export const factsOf = (game: string): BoxFacts => BOXES[game] ?? { seats: 2 }
