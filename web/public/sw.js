/* Keeps the shell of the house for the installed page. It never keeps anything of a table: only built files, and
   one page. A pocket house that was taken along (/pocket/) keeps itself. */
const FAMILY = 'ludotheque-shell-'
const SHELF = `${FAMILY}1`
const OTHERS = ['/api/', '/pocket/']

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(SHELF).then((cache) => cache.addAll(['/', '/icons/house.svg', '/manifest.webmanifest'])))
  self.skipWaiting()
})

self.addEventListener('activate', (event) => {
  const old = (name) => name.startsWith(FAMILY) && name !== SHELF
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  )
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const address = new URL(request.url)
  if (request.method !== 'GET' || address.origin !== self.location.origin) return
  if (OTHERS.some((place) => address.pathname.startsWith(place))) return
  if (request.mode === 'navigate') {
    /* The page itself: the newest when the house answers, the kept one when it does not; the page then says so in
       words. */
    event.respondWith(
      fetch(request)
        .then((answer) => {
          if (answer.ok) {
            const copy = answer.clone()
            caches.open(SHELF).then((cache) => cache.put('/', copy))
          }
          return answer
        })
        .catch(() => caches.match('/')),
    )
  } else if (address.pathname.startsWith('/assets/') || address.pathname.startsWith('/icons/')) {
    event.respondWith(
      caches.match(request).then(
        (kept) =>
          kept ??
          fetch(request).then((answer) => {
            if (answer.ok) {
              const copy = answer.clone()
              caches.open(SHELF).then((cache) => cache.put(request, copy))
            }
            return answer
          }),
      ),
    )
  }
})
