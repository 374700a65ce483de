/** Which push services may be called; tests allow their own. */
export type PushAccess = { allowLoopback: boolean }

export function createPushAccess(): PushAccess {
  return { allowLoopback: false }
}

/** Hosts of push services: Chrome and relatives, Firefox, Edge, Safari. */
const SERVICES = /^(fcm\.googleapis\.com|[\w.-]+\.push\.services\.mozilla\.com|[\w.-]+\.notify\.windows\.com|[\w.-]+\.push\.apple\.com)$/

/** Whether an address that a browser gave belongs to a push service. We call no other: members could make us call anything. */
export function isPushService(endpoint: string, { allowLoopback }: PushAccess): boolean {
  const { protocol, hostname, port, username } = new URL(endpoint)
  if (allowLoopback && hostname === '127.0.0.1') return true
  return protocol === 'https:' && port === '' && username === '' && SERVICES.test(hostname)
}
