/* Reading a view that nobody drew a board for: which of its parts are grids, lists or single values. */

export type Part =
  | { kind: 'value'; name: string; text: string }
  | { kind: 'list'; name: string; items: string[] }
  | { kind: 'grid'; name: string; width: number; items: string[] }

/** What every view has, and is shown elsewhere. */
const COMMON = new Set(['game', 'players', 'options', 'seat', 'entries', 'to_act', 'outcome', 'last', 'turn'])

export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '·'
  if (typeof value === 'boolean') return value ? '✓' : '–'
  if (Array.isArray(value)) return value.map(textOf).join(' ')
  if (typeof value === 'object')
    return Object.entries(value)
      .filter(([key]) => key !== 'type')
      .map(([, inner]) => textOf(inner))
      .join(' ')
  return String(value)
}

export function partsOf(view: Record<string, unknown>): Part[] {
  return Object.entries(view)
    .filter(([name]) => !COMMON.has(name))
    .map(([name, value]): Part => {
      if (!Array.isArray(value)) return { kind: 'value', name, text: textOf(value) }
      const rows = value.every(Array.isArray) ? (value as unknown[][]) : null
      if (rows && rows.length > 1 && rows.every((row) => row.length === rows[0]?.length && row.length > 1)) {
        return { kind: 'grid', name, width: rows[0]?.length ?? 1, items: rows.flat().map(textOf) }
      }
      const side = Math.sqrt(value.length)
      if (side > 2 && Number.isInteger(side)) return { kind: 'grid', name, width: side, items: value.map(textOf) }
      return { kind: 'list', name, items: value.map(textOf) }
    })
}
