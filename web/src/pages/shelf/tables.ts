/* What the shelf says of tables that one sits at or could join. */

import { house, t } from '../../house.svelte'
import type { TableInfo } from '../../protocol'
import { namesAt } from '../../start'
import { isPlayedByBot } from '../../table/state'

/** Whether it is my turn there. */
export function isMine(table: TableInfo): boolean {
  if (table.status !== 'playing' || typeof table.to_act !== 'number') return false
  const seat = table.seats[table.to_act]
  return seat?.guest === house.guest?.id && !isPlayedByBot(seat)
}

/** With whom one plays there. */
export function others(table: TableInfo): string {
  const names = namesAt(table).filter(
    (_, at) => table.seats[at]?.guest !== house.guest?.id && table.seats[at]?.kind !== 'open',
  )
  return names.length ? t('shelf.with', { names: house.words.list(names) }) : t('shelf.alone')
}
