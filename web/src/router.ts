/* Addresses of the house. Links are ordinary links; inside the house they are followed without loading the page
   anew. */

import { reach } from './reach'

export type Place =
  | { page: 'shelf' }
  | { page: 'box'; game: string }
  | { page: 'learn'; game: string }
  | { page: 'study'; game: string }
  | { page: 'table'; id: string; screen: boolean; hand: boolean }
  | { page: 'replay'; id: string }
  | { page: 'record' }
  | { page: 'join'; code: string; hand: boolean }
  | { page: 'device'; code: string; table: string }
  | { page: 'you' }
  | { page: 'mine' }
  | { page: 'take' }
  | { page: 'nowhere' }

const ROUTES: [RegExp, (found: string[], query: URLSearchParams) => Place][] = [
  [/^\/$/, () => ({ page: 'shelf' })],
  [/^\/games\/([\w-]+)\/?$/, ([game = '']) => ({ page: 'box', game })],
  [/^\/games\/([\w-]+)\/learn\/?$/, ([game = '']) => ({ page: 'learn', game })],
  [/^\/games\/([\w-]+)\/study\/?$/, ([game = '']) => ({ page: 'study', game })],
  [/^\/studies\/?$/, () => ({ page: 'study', game: '' })],
  [
    /^\/tables\/([\w-]+)\/?$/,
    ([id = ''], query) => ({ page: 'table', id, screen: query.has('screen'), hand: query.has('hand') }),
  ],
  [/^\/tables\/([\w-]+)\/replay\/?$/, ([id = '']) => ({ page: 'replay', id })],
  [/^\/record\/?$/, () => ({ page: 'record' })],
  [/^\/join\/([\w-]+)\/?$/, ([code = ''], query) => ({ page: 'join', code, hand: query.has('hand') })],
  [/^\/device\/([\w-]+)\/?$/, ([code = ''], query) => ({ page: 'device', code, table: query.get('table') ?? '' })],
  [/^\/you\/?$/, () => ({ page: 'you' })],
  [/^\/mine\/?$/, () => ({ page: 'mine' })],
  [/^\/take\/?$/, () => ({ page: 'take' })],
]

/** Which page an address leads to. */
export function placeOf(address: URL): Place {
  for (const [pattern, make] of ROUTES) {
    const found = pattern.exec(address.pathname)
    if (found) return make(found.slice(1).map(decodeURIComponent), address.searchParams)
  }
  return { page: 'nowhere' }
}

/** Calls back with the place now and at every change; answers how to stop. */
export function follow(arrive: (place: Place) => void): () => void {
  const look = () => arrive(placeOf(reach.here()))
  const click = (event: MouseEvent) => {
    const link = (event.target as Element | null)?.closest?.('a[href]') as HTMLAnchorElement | null
    if (
      !link ||
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return
    if (link.target || link.hasAttribute('download')) return
    const place = reach.behind(link)
    if (place === null) return
    event.preventDefault()
    go(place)
  }
  addEventListener('popstate', look)
  addEventListener('house:go', look)
  document.addEventListener('click', click)
  look()
  return () => {
    removeEventListener('popstate', look)
    removeEventListener('house:go', look)
    document.removeEventListener('click', click)
  }
}

export function go(address: string, replace = false): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', reach.address(address))
  if (!replace) scrollTo(0, 0)
  dispatchEvent(new Event('house:go'))
}
