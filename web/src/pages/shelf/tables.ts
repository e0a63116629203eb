/* What the shelf says of tables that one sits at or could join. */

import { house, t } from '../../house.svelte'
import type { TableInfo } from '../../protocol'
import { namesAt } from '../../start'

/** Whether it is my turn there. */
export function isMine(table: TableInfo): boolean {
  return (
    table.status === 'playing' &&
    typeof table.to_act === 'number' &&
    table.seats[table.to_act]?.guest === house.guest?.id
  )
}

/** With whom one plays there. */
export function others(table: TableInfo): string {
  const names = namesAt(table).filter(
    (_, at) => table.seats[at]?.guest !== house.guest?.id && table.seats[at]?.kind !== 'open',
  )
  return names.length ? t('shelf.with', { names: house.words.list(names) }) : t('shelf.alone')
}
