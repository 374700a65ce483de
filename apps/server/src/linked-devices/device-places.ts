import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { batched } from '../db/batch.ts'
import type { Database } from '../db/client.ts'
import { serverSecret } from '../db/server-secrets.ts'
import { storeSoon } from '../db/store-soon.ts'
import { service } from '../service.ts'
import { type FetchingDevice, linkDevice } from './link-device.ts'
import { linkedDevices } from './linked-devices.table.ts'
import type { HwidRule } from './places.ts'
import { hwidHash, type Said } from './said.ts'

const FLUSH_MS = 1000
/** Uses in one statement. */
const AT_ONCE = 500
/** A device's last use is as exact as this, so that apps that fetch all the time write little. */
const EXACT = '10 minutes'

/** A fetch of an account's link, or of a device's own. */
type Fetch = { accountId: number; deviceId: number | null; said: Said | null; client: string }
type DevicePlaces = {
  /** Whether the device has a place, which it gets if one is free. Known devices cost one look-up, shared by many. */
  take: (fetch: Fetch, rule: HwidRule) => Promise<boolean>
  /** Stores when devices were last used; resolves when it is stored. */
  flush: () => Promise<void>
}
type Use = { at: Date } & Omit<FetchingDevice, 'accountId' | 'deviceId' | 'hash'>

export const devicePlaces = service(
  ({ database, now, log }) => createPlaces(database, now, (error) => log.error({ err: error }, 'uses of devices could not be stored')),
  ({ flush }) => flush(),
)

function createPlaces(database: Database, now: () => Date, onError: (error: unknown) => void): DevicePlaces {
  let secret: Promise<string> | null = null
  const find = finder(database)
  const { note, flush } = countUses(database, onError)

  async function take({ accountId, deviceId, said, client }: Fetch, rule: HwidRule): Promise<boolean> {
    const at = now()
    // Without the server's key, ids could be guessed from their hashes: then none is kept.
    if (said === null || rule === 'off' || !database.secrets.hasKey) {
      if (deviceId !== null) note(deviceId, { at, os: '', osVersion: '', model: '', client })
      return true
    }
    secret ??= serverSecret(database, 'devices', () => randomBytes(32).toString('hex')).catch((error: unknown) => {
      secret = null
      throw error
    })
    const { hwid, ...words } = said
    const hash = hwidHash(await secret, accountId, hwid)
    const known = await find(`${accountId} ${hash.toString('hex')}`)
    const isKnown = known !== undefined && (deviceId === null || deviceId === known)
    const id = isKnown ? known : await linkDevice(database, { accountId, deviceId, hash, client, ...words }, rule, at)
    if (id === 'full') return false
    if (id !== null) note(id, { at, client, ...words })
    return true
  }

  return { take, flush }
}

/** Finds devices by account and hash, many in one query. */
function finder({ pool }: Database): (key: string) => Promise<number | undefined> {
  return batched<string, number>(async (keys) => {
    const split = keys.map((key) => key.split(' '))
    const { rows } = await pool.query<{ id: string; key: string }>({
      name: 'devices_by_hash',
      text: `select d.id, d.account_id || ' ' || encode(d.hwid_hash, 'hex') as key
        from unnest($1::bigint[], $2::text[]) as t (account_id, hash)
        join linked_devices d on d.account_id = t.account_id and d.hwid_hash = decode(t.hash, 'hex')`,
      values: [split.map(([account]) => account), split.map(([, hash]) => hash)],
    })
    return new Map(rows.map(({ id, key }) => [key, Number(id)]))
  })
}

function countUses({ db }: Database, onError: (error: unknown) => void) {
  const waiting = new Map<number, Use>()
  const storing = storeSoon<[number, Use][]>({
    afterMs: FLUSH_MS,
    take: () => {
      const batch = [...waiting].slice(0, AT_ONCE)
      for (const [id] of batch) waiting.delete(id)
      return batch.length > 0 ? batch : null
    },
    store: async (batch) => {
      const texts = (of: (use: Use) => string) => sql`${sql.param(batch.map(([, use]) => of(use)))}::text[]`
      // Locked in one order, so that two processes do not wait for each other. What is not said again stays.
      await db.execute(sql`
        with used as (
          select d.id, t.* from unnest(${sql.param(batch.map(([id]) => id))}::bigint[], ${sql.param(batch.map(([, { at }]) => at))}::timestamptz[],
            ${texts((use) => use.os)}, ${texts((use) => use.osVersion)}, ${texts((use) => use.model)}, ${texts((use) => use.client)})
            as t (device, at, os, os_version, model, client)
          join ${linkedDevices} d on d.id = t.device where d.removed_at is null
          order by d.id for update of d
        )
        update ${linkedDevices} d set last_used_at = greatest(d.last_used_at, u.at), client = u.client,
          os = coalesce(nullif(u.os, ''), d.os), os_version = coalesce(nullif(u.os_version, ''), d.os_version),
          model = coalesce(nullif(u.model, ''), d.model)
        from used u where d.id = u.id
          and (d.last_used_at is null or d.last_used_at < u.at - ${EXACT}::interval or d.client <> u.client)`)
    },
    putBack: (batch) => {
      for (const [id, use] of batch) if (!waiting.has(id)) waiting.set(id, use)
    },
    onError,
  })
  return {
    note: (id: number, use: Use): void => {
      waiting.set(id, use)
      storing.soon()
    },
    flush: storing.flush,
  }
}
