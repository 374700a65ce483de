// Shows push messages, and a page of its own while the server does not answer. Keeps that page and nothing else.
// The build writes what the page is made of, so that a change of it is a new worker.
const SHELL = 'offline-__BUILD__'
const PAGE = '/offline.html'
const FILES = [PAGE, '/offline.js', '/favicon.svg']

self.addEventListener('install', (event) => {
  event.waitUntil(keepShell())
  // It shares nothing with open pages, so it need not wait for them.
  self.skipWaiting()
})

self.addEventListener('activate', (event) => event.waitUntil(Promise.all([forgetOlder(), self.clients.claim(), preload()])))

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET') return
  if (request.mode === 'navigate') event.respondWith(open(event))
  else if (new URL(request.url).origin === self.location.origin && FILES.includes(new URL(request.url).pathname))
    event.respondWith(fetch(request).catch(() => kept(request)))
})

async function keepShell() {
  const shell = await caches.open(SHELL)
  await shell.addAll(FILES.map((file) => new Request(file, { cache: 'reload' })))
}

async function forgetOlder() {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name !== SHELL).map((name) => caches.delete(name)))
}

/** The browser asks for a page while the worker starts. */
async function preload() {
  await self.registration.navigationPreload?.enable()
}

async function open(event) {
  try {
    const response = (await event.preloadResponse) ?? (await fetch(event.request))
    // A proxy answers for a server that is down.
    return [502, 504].includes(response.status) ? ((await kept(PAGE)) ?? response) : response
  } catch (error) {
    const page = await kept(PAGE)
    if (page) return page
    throw error
  }
}

function kept(file) {
  return caches.match(file, { cacheName: SHELL, ignoreSearch: true })
}

self.addEventListener('push', (event) => {
  let message = {}
  try {
    message = event.data.json()
  } catch {
    // Browsers want every push shown.
  }
  const { title = '…', path = '/', tag } = message
  event.waitUntil(self.registration.showNotification(title, { tag, icon: '/icons/192.png', data: { path } }))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const address = new URL(event.notification.data?.path ?? '/', self.location.origin)
  // Only pages of this site.
  const target = address.origin === self.location.origin ? address.href : self.location.origin
  event.waitUntil(self.clients.openWindow(target))
})
