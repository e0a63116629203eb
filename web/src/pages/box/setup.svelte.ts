/* A table that is being set up: who plays, and by which options. No drawing. */

import { GUESTS } from '../../faces/faces'
import { house } from '../../house.svelte'
import type { GameInfo, SeatForm, TableForm } from '../../protocol'
import type { Pace } from '../../table/stage'

type Level = NonNullable<SeatForm['level']>

export class Setup {
  bots = $state<string[]>([])
  /** Seats that are kept free for friends who come by a link. */
  friends = $state(0)
  /** More people at this very screen: what they are called, and their figures. */
  here = $state(0)
  names = $state<string[]>([])
  pictures = $state<string[]>([])
  /** This screen is for all to see and nobody's seat: every phone is a hand, one's own too. */
  sofa = $state(false)
  options = $state<Record<string, boolean | number>>({})
  starter = $state<'drawn' | 'me'>('drawn')
  timer = $state<number | null>(null)
  look = $state(3)
  pace = $state<Pace>('normal')
  /** Whether anybody may join. */
  open = $state(false)

  constructor(readonly box: GameInfo) {
    this.bots = Array.from({ length: box.facts.seats - 1 }, (_, n) => (n ? 'adult' : 'child'))
  }

  get count(): number {
    return 1 + this.bots.length + this.friends + (this.sofa ? 0 : this.here)
  }

  get most(): number {
    return Math.max(...this.box.players)
  }

  get fits(): boolean {
    return this.box.players.includes(this.count)
  }

  /** One more bot of a level; the same one again leaves, and at a full table the first makes room. */
  invite(level: string): void {
    const { bots } = this
    if (bots.includes(level)) this.bots = bots.filter((_, at) => at !== bots.lastIndexOf(level))
    else this.bots = [...(this.count < this.most ? bots : bots.slice(1)), level]
  }

  /** The figure of whoever is the so-manyth more at this screen: their choice, or one that nobody else here has. */
  picture(n: number): string {
    const chosen = this.pictures[n]
    if (chosen) return chosen
    const mine = house.guest?.picture ?? house.figure
    const free = Object.keys(GUESTS).filter((one) => one !== mine && !this.pictures.includes(one))
    return free[(n * 5 + 3) % free.length] ?? mine
  }

  /** What they are called: as they say, or as their figure is. */
  name(n: number): string {
    return this.names[n]?.trim() || house.words.say(`face.${this.picture(n)}`)
  }

  form(): TableForm {
    const others = Array.from({ length: this.sofa ? 0 : this.here }, (_, n): SeatForm => ({
      kind: 'me',
      name: this.name(n),
      picture: this.picture(n),
    }))
    return {
      game: this.box.slug,
      seats: [
        { kind: this.sofa ? 'open' : 'me' },
        ...others,
        ...Array.from({ length: this.friends }, (): SeatForm => ({ kind: 'open' })),
        ...this.bots.map((level): SeatForm => ({ kind: 'bot', level: level as Level })),
      ],
      options: this.options,
      public: this.open,
      settings: { look: this.look, pace: this.pace, timer: this.timer, hints: null, chat: true },
      first: this.starter === 'me' ? 0 : null,
      start: this.friends === 0 && !this.sofa,
    }
  }
}
