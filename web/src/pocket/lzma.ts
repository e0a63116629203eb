/* Unpacking LZMA (the `.lzma` files of xz and of Python's `lzma`): a house is fetched packed this tightly whoever hands
   it out, since a stick or a plain web server compresses nothing. After the specification in Igor Pavlov's LZMA SDK. */

const HEADER = 13
const TOP = 1 << 24
const HALF = 1 << 10
const STATES = 12
const POSITIONS = 16

/* Where the probabilities of each kind begin in one array. */
const MATCH = 0
const REPEAT = MATCH + STATES * POSITIONS
const REPEAT_0 = REPEAT + STATES
const REPEAT_1 = REPEAT_0 + STATES
const REPEAT_2 = REPEAT_1 + STATES
const REPEAT_LONG = REPEAT_2 + STATES
const SLOT = REPEAT_LONG + STATES * POSITIONS
const SPECIAL = SLOT + 4 * 64
const ALIGN = SPECIAL + 128
const LENGTH = ALIGN + 16
/* A length: two choices, then short and middle ones for each position, then long ones. */
const SHORT = 2
const MIDDLE = SHORT + POSITIONS * 8
const LONG = MIDDLE + POSITIONS * 8
const REPEAT_LENGTH = LENGTH + LONG + 256
const LITERAL = REPEAT_LENGTH + LONG + 256

/** Reads bits, each as likely as it has been so far. */
class Bits {
  private readonly chances: Uint16Array
  private range = -1 >>> 0
  private code = 0
  private at = HEADER + 1

  constructor(
    private readonly packed: Uint8Array,
    kinds: number,
  ) {
    this.chances = new Uint16Array(kinds).fill(HALF)
    for (let i = 0; i < 4; i++) this.code = ((this.code << 8) | (packed[this.at++] as number)) >>> 0
  }

  one(kind: number): number {
    const chance = this.chances[kind] as number
    const bound = (this.range >>> 11) * chance
    let found = 0
    if (this.code < bound) {
      this.range = bound
      this.chances[kind] = chance + ((2048 - chance) >> 5)
    } else {
      this.range -= bound
      this.code -= bound
      this.chances[kind] = chance - (chance >> 5)
      found = 1
    }
    if (this.range < TOP) this.more()
    return found
  }

  /** A number, its highest bit first. */
  number(bits: number, kind: number): number {
    let found = 1
    for (let i = 0; i < bits; i++) found = (found << 1) | this.one(kind + found)
    return found - (1 << bits)
  }

  /** A number, its lowest bit first. */
  reversed(bits: number, kind: number): number {
    let found = 0
    for (let i = 0, node = 1; i < bits; i++) {
      const one = this.one(kind + node)
      node = (node << 1) | one
      found |= one << i
    }
    return found
  }

  /** A number of which every bit was as likely as not. */
  even(bits: number): number {
    let found = 0
    for (let i = 0; i < bits; i++) {
      this.range >>>= 1
      const one = this.code >= this.range ? 1 : 0
      if (one) this.code -= this.range
      found = (found << 1) | one
      if (this.range < TOP) this.more()
    }
    return found
  }

  /** How many bytes are copied. */
  count(base: number, position: number): number {
    if (!this.one(base)) return 2 + this.number(3, base + SHORT + position * 8)
    if (!this.one(base + 1)) return 10 + this.number(3, base + MIDDLE + position * 8)
    return 18 + this.number(8, base + LONG)
  }

  /** From how far back they are copied. */
  distance(count: number): number {
    const slot = this.number(6, SLOT + Math.min(count - 2, 3) * 64)
    if (slot < 4) return slot
    const bits = (slot >> 1) - 1
    const base = (2 | (slot & 1)) << bits
    if (slot < 14) return base + this.reversed(bits, SPECIAL + base - slot)
    return base + this.even(bits - 4) * 16 + this.reversed(4, ALIGN)
  }

  private more(): void {
    this.range = (this.range << 8) >>> 0
    this.code = ((this.code << 8) | (this.packed[this.at++] as number)) >>> 0
  }
}

/** A file, as far as it has been unpacked. */
class Unpacking {
  private readonly bits: Bits
  private readonly lc: number
  private readonly lpMask: number
  private readonly pbMask: number
  private state = 0
  /** The last distances, the latest first. */
  private last: [number, number, number, number] = [0, 0, 0, 0]
  private done = 0

  constructor(
    packed: Uint8Array,
    private readonly out: Uint8Array,
  ) {
    const properties = packed[0] ?? 255
    if (properties >= 225 || packed.length < HEADER + 5) throw new Error('this is no LZMA file')
    this.lc = properties % 9
    const lp = Math.floor(properties / 9) % 5
    this.lpMask = (1 << lp) - 1
    this.pbMask = (1 << Math.floor(properties / 45)) - 1
    this.bits = new Bits(packed, LITERAL + (0x300 << (this.lc + lp)))
  }

  all(): void {
    const { bits, out } = this
    while (this.done < out.length) {
      if (!bits.one(MATCH + this.state * POSITIONS + (this.done & this.pbMask))) {
        out[this.done] = this.literal()
        this.done++
        this.state = this.state < 4 ? 0 : this.state < 10 ? this.state - 3 : this.state - 6
      } else this.copy(bits.one(REPEAT + this.state) ? this.again() : this.afresh())
    }
  }

  private literal(): number {
    const { bits, done, out } = this
    const before = done ? (out[done - 1] as number) : 0
    const base = LITERAL + 0x300 * (((done & this.lpMask) << this.lc) + (before >> (8 - this.lc)))
    let found = 1
    if (this.state >= 7) {
      let like = out[done - this.last[0] - 1] as number
      while (found < 0x100) {
        const expected = (like >> 7) & 1
        like <<= 1
        const one = bits.one(base + ((1 + expected) << 8) + found)
        found = (found << 1) | one
        if (one !== expected) break
      }
    }
    while (found < 0x100) found = (found << 1) | bits.one(base + found)
    return found & 0xff
  }

  /** A copy from a new distance: how long it is. */
  private afresh(): number {
    const count = this.bits.count(LENGTH, this.done & this.pbMask)
    this.last = [this.bits.distance(count), this.last[0], this.last[1], this.last[2]]
    this.state = this.state < 7 ? 7 : 10
    return count
  }

  /** A copy from one of the last distances, which becomes the latest: how long it is. */
  private again(): number {
    const { bits, state } = this
    const position = this.done & this.pbMask
    const [a, b, c, d] = this.last
    if (!bits.one(REPEAT_0 + state)) {
      if (!bits.one(REPEAT_LONG + state * POSITIONS + position)) {
        this.state = state < 7 ? 9 : 11
        return 1
      }
    } else if (!bits.one(REPEAT_1 + state)) this.last = [b, a, c, d]
    else this.last = bits.one(REPEAT_2 + state) ? [d, a, b, c] : [c, a, b, d]
    this.state = state < 7 ? 8 : 11
    return bits.count(REPEAT_LENGTH, position)
  }

  private copy(count: number): void {
    const { out } = this
    const from = this.done - this.last[0] - 1
    if (from < 0 || this.done + count > out.length) throw new Error('this LZMA file is damaged')
    for (let i = 0; i < count; i++) out[this.done + i] = out[from + i] as number
    this.done += count
  }
}

/** What was packed, of which one knows how long it is. */
export function unpacked(packed: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(length)
  new Unpacking(packed, out).all()
  return out
}
