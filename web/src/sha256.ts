/* SHA-256, written out: a phone in the house has plain HTTP and no `crypto.subtle`. */

const FIRST = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19]

/** The fractional parts of the cube roots of the first 64 primes. */
const K = (() => {
  const found: number[] = []
  for (let n = 2; found.length < 64; n++) {
    let prime = true
    for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false
    if (prime) found.push(((Math.cbrt(n) % 1) * 2 ** 32) | 0)
  }
  return found
})()

const turn = (x: number, n: number) => (x >>> n) | (x << (32 - n))

export function sha256(text: string): string {
  const bytes = new TextEncoder().encode(text)
  const padded = new Uint8Array(((bytes.length + 72) >> 6) << 6)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  new DataView(padded.buffer).setUint32(padded.length - 4, bytes.length * 8)
  const blocks = new DataView(padded.buffer)
  const hash = FIRST.slice()
  const w = new Int32Array(64)
  for (let at = 0; at < padded.length; at += 64) {
    for (let i = 0; i < 16; i++) w[i] = blocks.getInt32(at + i * 4)
    for (let i = 16; i < 64; i++) {
      const a = w[i - 15] as number
      const b = w[i - 2] as number
      w[i] =
        ((w[i - 16] as number) +
          (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) +
          (w[i - 7] as number) +
          (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10))) |
        0
    }
    let [a, b, c, d, e, f, g, h] = hash as [number, number, number, number, number, number, number, number]
    for (let i = 0; i < 64; i++) {
      const one =
        (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + (K[i] as number) + (w[i] as number)) | 0
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
      ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0]
    }
    ;[a, b, c, d, e, f, g, h].forEach((part, i) => (hash[i] = ((hash[i] as number) + part) | 0))
  }
  return hash.map((part) => (part >>> 0).toString(16).padStart(8, '0')).join('')
}

/** JSON as the promise was made of it: compact, keys in order, not only ASCII. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value !== null && typeof value === 'object') {
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(',')}}`
  }
  return JSON.stringify(value)
}

export const dealIsFair = (sha: string, deal: unknown, salt: string): boolean =>
  sha256(canonical({ deal, salt })) === sha
