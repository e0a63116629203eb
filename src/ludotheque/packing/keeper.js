/* Keeps a pocket house on the device, whole, so that it opens without a network. A new house comes with new names. */
const HOUSE = '{house}'
const FILES = {files}

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(HOUSE).then((cache) => cache.addAll(FILES)))
  self.skipWaiting()
})

self.addEventListener('activate', (event) => {
  const old = (name) => name.startsWith('{family}') && name !== HOUSE
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  )
})

self.addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET') return
  const wanted = event.request.mode === 'navigate' ? './index.html' : event.request
  event.respondWith(
    caches.open(HOUSE).then((cache) => cache.match(wanted, { ignoreSearch: true })).then((kept) => kept ?? fetch(event.request)),
  )
})
