/* The way from this page to its house, over the network. A pocket house has another one in its place
   (`pocket/reach.ts`, chosen in vite.config.ts). */

/** What a socket has to offer. */
export interface Wire {
  send(text: string): void
  close(): void
  onopen: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: (() => void) | null
}

export interface Reach {
  /** Ask a route of the house; fails when nobody is there. */
  ask(method: string, path: string, body?: string): Promise<{ status: number; text: string }>
  /** Sit down at a table to talk. */
  connect(table: string): Wire
  /** Where in the house this page is. */
  here(): URL
  /** What the browser shows as the address of a place in the house. */
  address(place: string): string
  /** The place in the house that a link leads to; null for one that leads elsewhere, or stays where one is. */
  behind(link: HTMLAnchorElement): string | null
}

export const reach: Reach = {
  async ask(method, path, body) {
    const init: RequestInit = { method, credentials: 'same-origin', headers: { accept: 'application/json' } }
    if (body !== undefined) {
      init.body = body
      init.headers = { accept: 'application/json', 'content-type': 'application/json' }
    }
    const answer = await fetch(`/api${path}`, init)
    return { status: answer.status, text: await answer.text() }
  },
  connect(table) {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    // a WebSocket is more than a Wire: it calls back with events, and tests have none
    return new WebSocket(`${scheme}://${location.host}/api/tables/${table}/socket`) as unknown as Wire
  },
  here: () => new URL(location.href),
  address: (place) => place,
  behind(link) {
    if (link.origin !== location.origin || /^\/(api|pocket)\//.test(link.pathname)) return null
    if (link.getAttribute('href')?.startsWith('#')) return null
    if (link.hash && link.pathname === location.pathname && link.search === location.search) return null
    return link.pathname + link.search + link.hash
  },
}
