import { compareVersions } from '@portico/contract/app-releases'
import type { FeedState } from '@portico/contract/updates-admin'
import type { App } from '../app.ts'
import { kept } from '../kept/kept.ts'
import { callOut } from '../outgoing/call-out.ts'
import { readAtMost } from '../outgoing/read-at-most.ts'
import { service } from '../service.ts'
import { newestIn, type Release } from './newest-in.ts'
import { version } from './version.ts'

export type Updates = { feed: FeedState; newer: Release | null }

const AGAIN_MS = 3_600_000
const TIMEOUT_MS = 10_000
const MOST_BYTES = 1024 * 1024

/** Reads whether the operator's feed names a newer version than this one. Each process asks at most once an hour. Never throws. */
export const releaseFeed = service(({ now, settings }: App) => {
  const read = kept(now, AGAIN_MS, readFeed)
  return async (): Promise<Updates> => (await read(settings()['updates.feed'])).value
})

async function readFeed(address: string): Promise<Updates> {
  if (address === '') return { feed: 'off', newer: null }
  const text = await fetchText(address).catch(() => null)
  if (text === null) return { feed: 'unreachable', newer: null }
  const newest = newestIn(text, address)
  if (newest === null) return { feed: 'unusable', newer: null }
  return { feed: 'read', newer: compareVersions(newest.version, version) > 0 ? newest : null }
}

async function fetchText(address: string): Promise<string> {
  const answer = await callOut(address, { headers: { 'user-agent': 'Portico' }, signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!answer.ok) throw new Error(`answer ${answer.status}`)
  const bytes = await readAtMost(answer.body, MOST_BYTES)
  if (!bytes) throw new Error('longer than 1 MB')
  return new TextDecoder().decode(bytes)
}
