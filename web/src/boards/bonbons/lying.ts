/* How the board lies in the room it has: where everything stands, and how large the others' rounds are. */

/** A column from top to bottom; a low one with the tray beside the rest; everybody left of the tray; or around it. */
export type Lay = 'tall' | 'low' | 'side' | 'wide'

export interface Room {
  width: number
  height: number
  /** How many sit around me, and the most rounds that one of them has. */
  others: number
  most: number
}

export interface Lying {
  lay: Lay
  /** The others' rounds have the size of a finger; elsewhere a row opens enlarged. */
  roomy: boolean
  /** There is room for a badge and tiny rounds only. */
  compact: boolean
  /** How many chips stand side by side, and how many rounds in a chip; how large these are. */
  chips: number
  across: number
  size: number
}

const FINGER = 44
/** A column that is lower than this has to count every line. */
export const TIGHT = 560
const GAP = 6
/** What a chip has around its rounds. */
const [RIM, HEAD] = [22, 48]
/** The column left of the tray, and what two of them leave of the width and the rest of the height. */
export const COLUMN = 222
const [AROUND, BELOW, TOP, JAR] = [2 * COLUMN + 84, 216, 56, 156]

function layOf({ width, height }: Room): Lay {
  if (height < 480 && width >= 480) return 'low'
  if (width >= 980) return 'wide'
  return width >= 640 && width > height ? 'side' : 'tall'
}

/** How wide the tray may be where everybody sits around it. */
export const middle = (width: number, height: number): number => Math.max(440, Math.min(height - BELOW, width - AROUND))

/** All rounds of a chip in one row, or in two: as large as there is room for, null where a finger has none. */
function rounds(inner: number, high: number, most: number, largest: number): { across: number; size: number } | null {
  const fit = (across: number) => {
    const rows = Math.ceil(most / across)
    const size = Math.min((inner - (across - 1) * GAP) / across, (high - (rows - 1) * GAP) / rows, largest)
    return { across, size: Math.floor(size) }
  }
  const [row, block] = [fit(most), fit(Math.ceil(most / 2))]
  const best = row.size >= block.size * 0.8 ? row : block
  return best.size >= FINGER ? best : null
}

/** Small ones, only looked at. */
function flat(inner: number, most: number, largest: number): { across: number; size: number } {
  return { across: most, size: Math.max(12, Math.min(largest, Math.floor((inner - (most - 1) * 3) / most))) }
}

/** How high the chips may be: above the tray so that it keeps its width, beside it whatever the counter leaves. */
function room({ width, height }: Room, lay: Lay): number {
  if (lay === 'low') return height - 132
  const tray = width < 500 ? width - 12 : Math.min(width - 12, height * 0.62)
  return height - tray - 168
}

export function lie(given: Room): Lying {
  const { width, height, others, most } = given
  const lay = layOf(given)
  const found = (chips: number, wide: number, high: number, largest: number): Lying => {
    const large = rounds(wide - RIM, high - HEAD, most, largest)
    return { lay, chips, compact: false, roomy: !!large, ...(large ?? flat(wide - 12, most, largest / 2)) }
  }
  if (lay === 'wide') {
    const column = (width - 84 - middle(width, height)) / 2
    const [left, right] = [Math.ceil(others / 2), Math.floor(others / 2)]
    const high = Math.min((height - TOP) / left, right ? (height - TOP - JAR) / right : Infinity) - 10
    return found(1, column, high, 84)
  }
  if (lay === 'side') return found(1, COLUMN, (height - TOP) / others - 10, 60)
  const broad = lay === 'low' ? width - Math.max(height, 313) - 16 : width - 12
  if (others === 1) return { lay, chips: 1, compact: false, roomy: true, across: most, size: solo(broad, most) }
  const tight = lay === 'tall' && height < TIGHT
  if (tight && others > 3)
    return { lay, chips: others, compact: true, roomy: false, across: Math.ceil(most / 2), size: 14 }
  const chips = others <= 3 || broad >= 640 ? others : others === 4 ? 2 : 3
  const wide = (broad - (chips - 1) * 5) / chips
  return found(chips, wide, room(given, lay) / Math.ceil(others / chips), tight ? 44 : 60)
}

/** One other alone has all the room: name and rounds in one line. */
const solo = (broad: number, most: number): number =>
  Math.max(FINGER, Math.min(60, Math.floor((broad - 148 - (most - 1) * GAP) / most)))
