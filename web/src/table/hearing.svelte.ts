/* What the others have said since somebody last looked at it on this page. No drawing. */

import type { Live } from './live.svelte'

export class Hearing {
  /** The last thing that was read; null until the table is there, for what was said before is not news. */
  private heard = $state<number | null>(null)

  /** Made where a page is made; `reading` says whether what is said is on show there. */
  constructor(
    private readonly live: Live,
    reading: () => boolean,
  ) {
    $effect(() => {
      const newest = live.state.talk.at(-1)?.n ?? 0
      if (live.state.table && (this.heard === null || reading())) this.heard = newest
    })
  }

  unread = $derived.by((): number => {
    const { talk, me } = this.live.state
    const { heard } = this
    return heard === null ? 0 : talk.filter((one) => one.kind === 'chat' && one.n > heard && one.guest !== me).length
  })
}
