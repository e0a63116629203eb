/* Taking the house along: its pocket version, kept by a service worker of its own. No drawing. */

const PLACE = '/pocket/'
/** Where the pocket house reads from whom it was taken: both have one origin. */
export const FROM = 'taken from'

/** What the service worker tells on its way (`packing/keeper.js`). */
interface Told {
  done: number
  total: number
  broken?: 'full' | 'network'
}

export class Taking {
  /** `plain`: at this address the browser keeps nothing. */
  state = $state<'plain' | 'looking' | 'here' | 'coming' | 'kept'>('looking')
  done = $state(0)
  total = $state(0)
  broken = $state<'full' | 'network' | null>(null)
  private readonly channel = new BroadcastChannel(`ludotheque ${PLACE} coming`)

  constructor(private readonly house: string) {
    this.channel.onmessage = (event) => this.hear(event.data as Told)
    void this.look()
  }

  close(): void {
    this.channel.close()
  }

  /** Whether it is on this device already; should the house have a newer one, that comes too. */
  private async look(): Promise<void> {
    if (!window.isSecureContext || !('serviceWorker' in navigator)) {
      this.state = 'plain'
      return
    }
    const found = await navigator.serviceWorker.getRegistration(PLACE)
    const taken = found?.scope.endsWith(PLACE) ? found : null
    if (taken?.active) this.state = 'kept'
    else if (taken?.installing) this.state = 'coming'
    else this.state = 'here'
    if (taken) this.follow(taken)
    if (taken?.active) void taken.update().catch(() => undefined)
  }

  /** Take it: what has come once need not come again. */
  async take(): Promise<void> {
    this.broken = null
    this.state = 'coming'
    try {
      localStorage.setItem(FROM, this.house)
      void navigator.storage?.persist?.()
      this.follow(await navigator.serviceWorker.register(`${PLACE}sw.js`, { scope: PLACE }))
    } catch {
      this.fail()
    }
  }

  private follow(registration: ServiceWorkerRegistration): void {
    const watch = (worker: ServiceWorker | null) => {
      if (!worker) return
      const look = () => {
        if (worker.state === 'activated') this.state = 'kept'
        else if (worker.state === 'redundant' && !registration.active) this.fail()
      }
      worker.addEventListener('statechange', look)
      look()
    }
    watch(registration.installing ?? registration.waiting ?? registration.active)
    registration.addEventListener('updatefound', () => watch(registration.installing))
  }

  private hear({ done, total, broken }: Told): void {
    this.done = done
    this.total = total
    if (broken) this.broken = broken
    else if (done < total) this.state = 'coming'
  }

  private fail(): void {
    this.broken ??= 'network'
    this.state = 'here'
  }
}
