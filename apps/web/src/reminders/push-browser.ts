import { keepWorker, WORKER } from '../worker.ts'

/** State of push messages in this browser. `off`: possible, but not subscribed. */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on'

/** Browsers offer it on secure pages only, and Safari on iPhones only for pages on the home screen. */
export function isPushSupported(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

/** This browser's subscription; null: none. */
export async function ownSubscription(): Promise<PushSubscription | null> {
  if (!isPushSupported()) return null
  const worker = await navigator.serviceWorker.getRegistration(WORKER)
  return (await worker?.pushManager.getSubscription()) ?? null
}

/** State of this browser. `known`: addresses the server has for the member. */
export async function readPushState(known: string[]): Promise<PushState> {
  if (!isPushSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  const own = await ownSubscription()
  return own !== null && known.includes(own.endpoint) ? 'on' : 'off'
}

export interface Subscribed {
  endpoint: string
  p256dh: string
  auth: string
}

/** Asks the browser for permission and subscribes; null: the person said no. A subscription for another key is replaced. */
export async function subscribe(key: string): Promise<Subscribed | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null
  const worker = await keepWorker()
  const options = { userVisibleOnly: true, applicationServerKey: key }
  const made = await worker.pushManager.subscribe(options).catch(async (error: unknown) => {
    const old = await worker.pushManager.getSubscription()
    if (old === null) throw error
    await old.unsubscribe()
    return worker.pushManager.subscribe(options)
  })
  const { endpoint, keys } = made.toJSON()
  if (endpoint === undefined || keys === undefined) return null
  const { p256dh = '', auth = '' } = keys
  return { endpoint, p256dh, auth }
}

/** Ends this browser's subscription and returns its address; null: none. */
export async function unsubscribe(): Promise<string | null> {
  const own = await ownSubscription()
  await own?.unsubscribe()
  return own?.endpoint ?? null
}
