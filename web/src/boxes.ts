/* What the page knows of the boxes of the house beyond what the server says. A game that is not here gets a plain
   box. */

export interface BoxFacts {
  /** From the sheet; where a sheet gives none, it is left out. */
  age?: number
  minutes?: number
  /** How many sit down when somebody just wants to play. */
  seats: number
  tint: { day: string; night: string }
}

export const BOXES: Record<string, BoxFacts> = {
  bonbons: { age: 7, minutes: 15, seats: 3, tint: { day: '#b02d58', night: '#f597b4' } },
  novem: { age: 8, minutes: 30, seats: 2, tint: { day: '#7a4a2b', night: '#e9bd83' } },
  tableaux: { seats: 3, tint: { day: '#2b4a73', night: '#9dc0ee' } },
  tuiles: { seats: 3, tint: { day: '#9a4222', night: '#f2a274' } },
  tonoo: { age: 7, minutes: 20, seats: 3, tint: { day: '#7b4a1b', night: '#e9be86' } },
}

export const PLAIN: BoxFacts = { seats: 2, tint: { day: '#64523f', night: '#c2b29e' } }
export const factsOf = (game: string): BoxFacts => BOXES[game] ?? PLAIN

/** The figures that stand for the four strengths of bots, weakest first. */
export const FIGURES: Record<string, { drawing: string; ground: string }> = {
  goldfish: { drawing: 'hs-l-fish', ground: '#cfe9f4' },
  child: { drawing: 'hs-l-kid', ground: '#fbe2a8' },
  adult: { drawing: 'hs-l-adult', ground: '#cfe5d2' },
  elephant: { drawing: 'hs-l-eleph', ground: '#ded0ea' },
}
