import { type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../db/client.ts'
import { dropOlder } from '../db/drop-older.ts'
import { deviceTraffic, linkedDevices } from './linked-devices.table.ts'

/** Billed bytes by the number that nodes know a device by: a query of row_id, day and billed. */
type BilledRows = SQL

/** Adds what rows of devices used to their days; those of accounts are skipped. In key order, so that two of these cannot deadlock. */
export async function addDeviceTraffic(tx: Tx, billed: BilledRows): Promise<void> {
  await tx.execute(sql`
    insert into ${deviceTraffic} as kept (device_id, day, billed)
    select d.id, t.day, sum(t.billed) from (${billed}) t join ${linkedDevices} d on d.row_id = t.row_id
    group by d.id, t.day order by d.id, t.day
    on conflict (device_id, day) do update set billed = kept.billed + excluded.billed`)
}

/** Takes it back from them. */
export async function takeBackDeviceTraffic(tx: Tx, billed: BilledRows): Promise<void> {
  await tx.execute(sql`
    with taken as (
      select d.id, t.day, sum(t.billed) as billed from (${billed}) t join ${linkedDevices} d on d.row_id = t.row_id group by d.id, t.day)
    update ${deviceTraffic} kept set billed = greatest(0, kept.billed - t.billed)
    from taken t where kept.device_id = t.id and kept.day = t.day`)
}

/** Drops days that no page shows any more. */
export function dropOldDeviceTraffic(db: Db, before: string): Promise<void> {
  return dropOlder(db, deviceTraffic, deviceTraffic.day, before)
}
