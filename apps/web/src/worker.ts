export const WORKER = '/worker.js'

/** The one service worker of the site: for push messages, and for a page while the server does not answer. A newer one replaces it. */
export async function keepWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register(WORKER)
  return navigator.serviceWorker.ready
}
