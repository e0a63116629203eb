/* Keeps a pocket house on the device, whole, so that it opens without a network. A new house comes with new names. */
const PLACE = new URL(self.registration.scope).pathname
const FAMILY = '{family}'
/** One folder's house: several may lie on one server. */
const HOUSE = `{house} ${PLACE}`
/** Every file and its size in bytes. */
const FILES = {files}
const AT_ONCE = 4
const told = new BroadcastChannel(`ludotheque ${PLACE} coming`)

/** Fetches what is not here yet, so that a journey that was broken off goes on; pages hear how far it has come. */
async function come() {
  const cache = await caches.open(HOUSE)
  const names = Object.keys(FILES)
  const total = names.reduce((sum, name) => sum + FILES[name], 0)
  let done = 0
  const count = (bytes) => told.postMessage({ done: (done += bytes), total })
  const counting = () => new TransformStream({ transform: (part, out) => (out.enqueue(part), count(part.length)) })
  const fetchOne = async (name) => {
    if (await cache.match(name)) return count(FILES[name])
    const answer = await fetch(name, { cache: 'no-cache' })
    if (!answer.ok) throw new Error(`${answer.status} ${name}`)
    const headers = { 'content-type': answer.headers.get('content-type') ?? '' }
    await cache.put(name, new Response(answer.body.pipeThrough(counting()), { headers }))
  }
  const fetchSome = async () => {
    for (let name = names.shift(); name; name = names.shift()) await fetchOne(name)
  }
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, fetchSome))
  } catch (error) {
    told.postMessage({ done, total, broken: error.name === 'QuotaExceededError' ? 'full' : 'network' })
    throw error
  }
}

self.addEventListener('install', (event) => {
  event.waitUntil(come())
  self.skipWaiting()
})

self.addEventListener('activate', (event) => {
  const old = (name) => name.startsWith(FAMILY) && name.endsWith(` ${PLACE}`) && name !== HOUSE
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
