/* Where it begins: styles, the house, the service worker. */

import { mount } from 'svelte'
import App from './App.svelte'
import { house } from './house.svelte'
import './styles/fonts.css'
import './styles/tokens.css'
import './styles/base.css'
import './art/house.css'

void house.open()
/* In a task of its own: the browser paints in between. */
setTimeout(() => mount(App, { target: document.getElementById('house') as HTMLElement }))

if ('serviceWorker' in navigator && import.meta.env.PROD && window.isSecureContext) {
  const keeper = `${import.meta.env.BASE_URL}sw.js`
  addEventListener('load', () => void navigator.serviceWorker.register(keeper).catch(() => undefined))
}
