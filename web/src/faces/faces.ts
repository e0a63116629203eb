/* The faces of the house: sixteen figures for guests, and four opponents in three moods. */

/** Each figure and the colour behind it. */
export const GUESTS: Record<string, string> = {
  granny: '#e9d3ef',
  grandpa: '#cfe0ee',
  captain: '#f6dcb0',
  gardener: '#d5e8c4',
  diver: '#bfe5ea',
  pigtails: '#fbe0d8',
  cap: '#d8d5f2',
  chef: '#f4e2c3',
  cat: '#dfe6d0',
  dog: '#f3dcc4',
  rabbit: '#d3e8d8',
  owl: '#c9d3ea',
  hedgehog: '#f2e3bb',
  fox: '#d0e6e4',
  rooster: '#f7d3c8',
  frog: '#fbe9a9',
}

const OPPONENTS: Record<string, string> = {
  goldfish: '#cfe9f4',
  child: '#fbe2a8',
  adult: '#cfe5d2',
  elephant: '#ded0ea',
}

export type Mood = 'calm' | 'glad' | 'sorry'

export interface Drawn {
  drawing: string
  ground: string
}

/** The drawing of a guest. A figure that this version does not know gets one of ours, always the same. */
export function guestFace(picture: string): Drawn {
  const names = Object.keys(GUESTS)
  const known = picture in GUESTS ? picture : (names[sum(picture) % names.length] ?? 'fox')
  return { drawing: `face-${known}`, ground: GUESTS[known] ?? '#d0e6e4' }
}

/** The drawing of an opponent made of code. */
export function botFace(level: string, mood: Mood = 'calm'): Drawn {
  const known = level in OPPONENTS ? level : 'adult'
  return { drawing: `face-${known}-${mood}`, ground: OPPONENTS[known] ?? '#cfe5d2' }
}

function sum(text: string): number {
  return [...text].reduce((total, sign) => total + (sign.codePointAt(0) ?? 0), 0)
}
