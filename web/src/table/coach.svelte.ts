/* The elephant beside one's seat: what it was asked, its ideas, and which of them is shown. No drawing. */

import { post } from '../api'
import { wordsOf } from '../house.svelte'
import type { Hint, Idea } from '../protocol'
import type { Words } from '../words'
import { rememberedAt, type Ghost } from './ghosts'
import type { Live } from './live.svelte'
import { myTurn, type AnyMove } from './state'
import { wholeEvents } from './telling'

export class Coach {
  private given = $state.raw<Hint | null>(null)
  private shown = $state(0)
  busy = $state(false)
  trouble = $state('')

  constructor(private readonly live: Live) {}

  /** A hint for the position that is drawn; it is worth nothing for any other. */
  get hint(): Hint | null {
    const { view, looksAs } = this.live.state
    const { given } = this
    return given && this.may && given.entries === view?.entries && given.seat === looksAs ? given : null
  }

  get ideas(): readonly Idea[] {
    return this.hint?.ideas ?? []
  }

  /** The idea that is shown. */
  get idea(): Idea | null {
    return this.ideas[this.shown] ?? null
  }

  get move(): AnyMove | null {
    return (this.idea?.move ?? null) as AnyMove | null
  }

  get may(): boolean {
    return myTurn(this.live.state) && !this.live.state.pending
  }

  async ask(): Promise<void> {
    if (this.busy || this.hint || !this.may || !this.live.state.table?.hints) return
    this.busy = true
    this.trouble = ''
    try {
      this.given = await post<Hint>(`/tables/${this.live.id}/hint`)
      this.shown = 0
    } catch (caught) {
      this.trouble = wordsOf(caught)
    }
    this.busy = false
  }

  /** Look at another idea: this one, or the next. */
  look(at = this.shown + 1): void {
    this.shown = at % Math.max(1, this.ideas.length)
  }

  get at(): number {
    return this.shown
  }

  forget(): void {
    this.given = null
    this.trouble = ''
  }

  play(): void {
    const { move } = this
    if (move) this.live.play(move)
  }

  get ghosts(): Ghost[] {
    const { idea, hint } = this
    return idea && hint ? [ghostOf(idea, hint.seat, this.live.words)] : []
  }
}

/** An idea as the board shows it; beside it, how long ago what it rests on was seen. */
export function ghostOf(idea: Pick<Idea, 'way' | 'seen'>, seat: number, words: Words): Ghost {
  const way = wholeEvents(idea.way)
  const at = rememberedAt(way, idea.seen)
  const label = at ? words.say('hint.ago', { count: idea.seen[0]?.turns ?? 0 }) : ''
  return { kind: 'hint', way, seat, label, at, seen: !!at }
}
