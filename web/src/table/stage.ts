/* The stage: moments are shown one after the other, each long enough to be understood. No drawing, no network. */

/** How much time things take, in milliseconds. */
export interface Tempo {
  /** What was told can be read for at least so long before the next thing begins. */
  read: number
  /** The same for what one did oneself. */
  own: number
  /** Between two things of one moment. */
  beat: number
  /** For a piece on its way. */
  travel: number
}

export type Pace = 'calm' | 'normal' | 'brisk'

export const TEMPI: Record<Pace, Tempo> = {
  calm: { read: 2000, own: 700, beat: 320, travel: 520 },
  normal: { read: 1250, own: 450, beat: 160, travel: 380 },
  brisk: { read: 600, own: 200, beat: 60, travel: 240 },
}

/** More than so many moments behind, the page was away: the newest is shown at once. */
const TOO_FAR = 12

/** A wait that a signal ends early. */
export function rest(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (ms <= 0 || signal.aborted) return done()
    const over = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', over)
      done()
    }
    const timer = setTimeout(over, ms)
    signal.addEventListener('abort', over)
  })
}

export class Stage<Moment> {
  private waiting: Moment[] = []
  private current: AbortController | null = null

  constructor(
    /** Shows one moment and answers when the next may begin; when the signal comes, at once. */
    private readonly act: (moment: Moment, signal: AbortSignal) => Promise<void>,
    /** Nothing is left to be shown. */
    private readonly atRest: () => void = () => undefined,
  ) {}

  get busy(): boolean {
    return this.current !== null
  }

  /** How many moments wait behind the one on show. */
  get behind(): number {
    return this.waiting.length
  }

  push(moment: Moment): void {
    this.waiting.push(moment)
    if (this.waiting.length > TOO_FAR) this.catchUp()
    if (!this.current) void this.run()
  }

  /** Go on to the next thing now. */
  goOn(): void {
    this.current?.abort()
  }

  /** Only the newest of what waits is still worth showing. */
  catchUp(): void {
    this.waiting = this.waiting.slice(-1)
    this.goOn()
  }

  /** Show nothing of what waits: everything begins anew. */
  clear(): void {
    this.waiting = []
    this.goOn()
  }

  private async run(): Promise<void> {
    for (let moment = this.waiting.shift(); moment !== undefined; moment = this.waiting.shift()) {
      this.current = new AbortController()
      await this.act(moment, this.current.signal)
    }
    this.current = null
    this.atRest()
  }
}
