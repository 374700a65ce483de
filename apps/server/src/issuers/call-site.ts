import type { CustomFetch } from 'openid-client'
import { callOut } from '../outgoing/call-out.ts'
import { readAtMost } from '../outgoing/read-at-most.ts'
import type { SiteAccess } from './site-access.ts'
import { SiteProblem } from './site-problem.ts'

const PATIENCE_MS = 8_000
const MOST_BYTES = 512 * 1024
const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]'])

/**
 * Calls another site. Only https, follows no redirect, waits eight seconds and reads half a megabyte at most. The issuer's own address
 * may be inside, because the operator chose it; the addresses that its answers name may not.
 */
export function siteCalls({ allowLoopback }: Pick<SiteAccess, 'allowLoopback'>, issuer: string): CustomFetch {
  return async (url, options) => {
    requireSafe(url, allowLoopback)
    // Its options type has a wider body than `fetch` declares.
    const init = { ...options, redirect: 'manual', signal: AbortSignal.timeout(PATIENCE_MS) } as RequestInit
    const call = new URL(url).origin === new URL(issuer).origin ? fetch : callOut
    const { status, headers, body } = await call(url, init)
    const bytes = await readAtMost(body, MOST_BYTES)
    if (bytes === null) throw new SiteProblem('not_an_issuer', 'the answer is too long')
    return new Response(status === 204 || status === 304 ? null : bytes, { status, headers })
  }
}

/** Throws `bad_address` for anything but https, except on this machine in tests. */
export function requireSafe(address: string, allowLoopback: boolean): void {
  const url = URL.canParse(address) ? new URL(address) : null
  const isLocal = allowLoopback && url !== null && LOOPBACK.has(url.hostname)
  const isSafe = url !== null && url.username === '' && (url.protocol === 'https:' || (url.protocol === 'http:' && isLocal))
  if (!isSafe) throw new SiteProblem('bad_address', address.slice(0, 200))
}
