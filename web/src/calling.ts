/* How the house calls somebody whose turn it is: by the page's icon, a shake of the phone, a notification. */

import { house } from './house.svelte'

const ICONS = `${import.meta.env.BASE_URL}icons/`
const QUIET = `${ICONS}house.svg`
const CALLING = `${ICONS}house-turn.svg`

/** The icon of the page, with a mark on it or without. */
export function badge(on: boolean): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  const wanted = on ? CALLING : QUIET
  if (icon && icon.getAttribute('href') !== wanted) icon.href = wanted
}

/** Whether this browser can notify at all: it needs a secure page. */
export const canNotify = (): boolean => 'Notification' in window && window.isSecureContext

/** Ask whether one may be told; answers whether one may. */
export async function allowed(): Promise<boolean> {
  if (!canNotify()) return false
  if (Notification.permission === 'default') await Notification.requestPermission()
  return Notification.permission === 'granted'
}

/** It is somebody's turn. Who looks at the page sees it; who does not is told, if they have allowed it. */
export function tell(table: string, words: string, title: string): void {
  if (!house.calls) return
  if ('vibrate' in navigator && navigator.userActivation?.hasBeenActive) navigator.vibrate([60, 40, 60])
  if (document.hidden && canNotify() && Notification.permission === 'granted') void notify(table, words, title)
}

async function notify(table: string, words: string, title: string): Promise<void> {
  const options = { body: title, icon: `${ICONS}house-192.png`, tag: table }
  try {
    const note = new Notification(words, options)
    note.onclick = () => {
      window.focus()
      note.close()
    }
  } catch {
    /* Phones want the service worker to do it. */
    await (await navigator.serviceWorker?.getRegistration())?.showNotification(words, options)
  }
}
