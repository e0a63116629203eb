/* What happened to the house in this browser, in a line above everything, as long as it is so. */

import './notice.css'
import { words } from './words'

const said = {
  gone: () => words['notice.gone'],
  full: () => words['notice.full'],
  broken: (why: string) => words['opening.broken'].replace('{why}', why),
}
type What = keyof typeof said

const shown = new Map<What, HTMLElement>()

/** Say it, or say it no longer. */
export function notice(what: What, now = true, why = ''): void {
  if (!now) {
    shown.get(what)?.remove()
    shown.delete(what)
  } else if (!shown.has(what)) {
    const line = document.createElement('p')
    line.className = 'pocket-notice'
    line.setAttribute('role', 'status')
    document.body.prepend(line)
    shown.set(what, line)
    /* Said after it is there: what is written into a status is read out, what comes with it is not. */
    setTimeout(() => (line.textContent = said[what](why)))
  }
}
