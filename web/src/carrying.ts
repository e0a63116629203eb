/* A game on its way from one house to another: as a file; and, between a house and the pocket that was taken from it,
   by the browser that they share. */

import { post } from './api'
import { house } from './house.svelte'
import { saveFile } from './saving'

const KEPT = 'carried'

/** A record, as far as pages read it; the house knows the rest. */
export interface GameRecord {
  format?: unknown
  game?: string
  deal?: object
  seats?: { name?: string; kind?: string; level?: string | null }[]
  fairness?: { sha256?: string; salt?: string }
}

interface Kept {
  /** Whether it left a pocket. */
  pocket: boolean
  from: string
  record: GameRecord
}

/** Leave with a game. */
export async function carryOut(table: string): Promise<void> {
  const record = await post<GameRecord>(`/tables/${table}/carry`)
  saveFile(record, `ludotheque-${table}.json`)
  try {
    localStorage.setItem(KEPT, JSON.stringify({ pocket: house.alone, from: house.called, record } satisfies Kept))
  } catch {
    /* there is the file */
  }
}

/** A game that has just left the other house of this browser. */
export function waiting(): Kept | null {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? 'null') as Kept | null
    return kept && kept.pocket !== house.alone && kept.record ? kept : null
  } catch {
    return null
  }
}

/** It has arrived. */
export function arrived(): void {
  localStorage.removeItem(KEPT)
}
