import { Device, type fetchDevices } from '@portico/contract/devices'
import type { Language } from '@portico/contract/translations'
import { sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { Caller } from '../actor.ts'
import type { Db, Tx } from '../db/client.ts'
import { inLanguage } from '../in-language.ts'
import { linkFetches } from '../link-fetches/link-fetches.table.ts'
import { sharedPlacesOf } from '../subscriptions/conditions.ts'
import type { SubscriptionRow } from '../subscriptions/subscriptions.table.ts'
import { toList, toWire } from '../to-wire.ts'
import { ALIVE_MS, deleteDevices } from './devices.ts'
import { devices, type NamedNode, nodes } from './nodes.table.ts'

export type MemberDevice = { ip: string; client: string | null; node: NamedNode; seenAt: Date; counted: boolean; isOwn: boolean }

/** A member's addresses as nodes saw them last, newest first, with the app that fetched the link there. `isOwn`: a device with a credential of its own used it. */
export async function memberDevices(db: Db, accountId: number, now: Date): Promise<MemberDevice[]> {
  const { rows } = await db.execute<{ ip: string; client: string | null; node: NamedNode; seenAt: string; isOwn: boolean }>(sql`
    select latest.*, fetched.client from (
      select distinct on (d.ip) d.ip, jsonb_build_object('name', n.name, 'translations', n.translations) as node, d.seen_at as "seenAt",
        d.row_id <> 0 as "isOwn"
      from ${devices} d join ${nodes} n on n.id = d.node_id
      where d.account_id = ${accountId} order by d.ip, d.seen_at desc, d.node_id
    ) latest
    left join lateral (
      select client from ${linkFetches} f where f.account_id = ${accountId} and f.network = latest.ip order by f.slot desc, f.at desc limit 1
    ) fetched on true
    order by "seenAt" desc, ip`)
  return rows.map(({ ip, client, node, seenAt, isOwn }) => {
    const at = new Date(seenAt)
    return { ip, client, node, seenAt: at, isOwn, counted: at.getTime() >= now.getTime() - ALIVE_MS }
  })
}

/** Deletes a member's addresses and returns their number. The caller checks the permission. */
export async function dropDevices(tx: Tx, accountId: number): Promise<number> {
  return deleteDevices(tx, sql`account_id = ${accountId}`)
}

/** Deletes the caller's addresses. Devices in use return with the nodes' next reports. */
export async function forgetDevices(db: Db, by: Caller): Promise<void> {
  await deleteDevices(db, sql`account_id = ${by.accountId}`)
}

/** A member's addresses, as the member and the console get them. */
export function toDevices(
  seen: MemberDevice[],
  subscription: SubscriptionRow,
  countryOf: ((ip: string) => string | null) | null,
  language: Language,
): z.input<typeof fetchDevices.response> {
  return {
    ...toList(seen, (device) => {
      return toWire(Device, { ...device, country: countryOf?.(device.ip) ?? null, nodeName: inLanguage(device.node, language).name })
    }),
    has_countries: countryOf !== null,
    count: seen.filter(({ counted, isOwn }) => counted && !isOwn).length,
    limit: sharedPlacesOf(subscription),
  }
}
