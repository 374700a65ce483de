// Shows push messages, and nothing else: no caching, no requests.
self.addEventListener('push', (event) => {
  let message = {}
  try {
    message = event.data.json()
  } catch {
    // Browsers want every push shown.
  }
  const { title = '…', path = '/', tag } = message
  event.waitUntil(self.registration.showNotification(title, { tag, icon: '/favicon.svg', data: { path } }))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const address = new URL(event.notification.data?.path ?? '/', self.location.origin)
  // Only pages of this site.
  const target = address.origin === self.location.origin ? address.href : self.location.origin
  event.waitUntil(self.clients.openWindow(target))
})
