import type { Database } from '../db/client.ts'
import { storeSoon } from '../db/store-soon.ts'
import type { CountryOf } from '../http/country.ts'
import { detectClient } from '../feeds/detect-client.ts'
import type { AskedAs } from './link-fetches.table.ts'
import { type Fetch, storeFetches } from './store-fetches.ts'
import { service } from '../service.ts'

const FLUSH_MS = 1000
/** Fetches in one statement. Encoding thousands of them at once would hold up every link for as long as that takes. */
const AT_ONCE = 250
/** Different fetches per second; more are not recorded, to bound memory. */
const MAX_WAITING = 50_000
/** Characters of a version, which clients may invent. */
const MAX_TEXT = 40

/** A fetch as the feed sees it. `flag`: what the link and rules ask for. `asked`: how the client asked. `address`: the caller's. */
export type Fetched = { token: string; userAgent: string; flag?: string; format: string; asked?: AskedAs; address: string }
export type FetchLog = {
  /** Remembers the fetch and returns at once; a moment later all waiting ones are stored together. */
  note: (fetched: Fetched) => void
  /** Stores what is waiting; resolves when it is stored. */
  flush: () => Promise<void>
}
type Setup = {
  networkOf: (address: string) => string
  countryOf: CountryOf | null
  alarmNetworks: () => number
  now: () => Date
  onError: (error: unknown) => void
}

export const fetchLog = service(
  ({ database, networkOf, countryOf, settings, now, log }) =>
    createFetchLog(database, {
      networkOf,
      countryOf,
      alarmNetworks: () => settings()['subscription.alarm_networks'],
      now,
      onError: (error) => log.error({ err: error }, 'link fetches could not be stored'),
    }),
  ({ flush }) => flush(),
)

/** Records who fetches which link, without delaying a fetch. What cannot be stored waits until it can. */
export function createFetchLog(database: Database, { networkOf, countryOf, alarmNetworks, now, onError }: Setup): FetchLog {
  type Noted = Fetched & { at: Date }
  let waiting = new Map<string, Noted>()
  const storing = storeSoon({
    afterMs: FLUSH_MS,
    take: () => {
      const batch: [string, Noted][] = []
      for (const one of waiting) if (batch.push(one) === AT_ONCE) break
      for (const [key] of batch) waiting.delete(key)
      return batch.length > 0 ? batch : null
    },
    store: (batch) => storeSome(batch.map(([, fetched]) => fetched)),
    putBack: (batch) => {
      waiting = new Map([...batch, ...waiting])
    },
    onError,
  })

  async function storeSome(some: Noted[]): Promise<void> {
    const fetches = some.map(({ token, userAgent, flag, format, asked, address, at }): Fetch => ({
      token,
      ...clientOf({ userAgent, ...(flag ? { flag } : {}) }),
      format,
      asked: asked ?? null,
      network: networkOf(address),
      country: countryOf?.(address) ?? null,
      at,
    }))
    await storeFetches(database, fetches, alarmNetworks(), now())
  }

  return {
    note(fetched) {
      const key = `${fetched.token} ${fetched.address} ${fetched.flag ?? ''} ${fetched.userAgent}`
      if (waiting.has(key) || waiting.size >= MAX_WAITING) return
      waiting.set(key, { ...fetched, at: now() })
      storing.soon()
    },
    flush: storing.flush,
  }
}

function clientOf(sent: { flag?: string; userAgent: string }): Pick<Fetch, 'client' | 'program' | 'version'> {
  const { client, program, version } = detectClient(sent)
  return { client, program: program?.slice(0, MAX_TEXT) ?? null, version: version?.slice(0, MAX_TEXT) ?? null }
}
