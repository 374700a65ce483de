import { isObject } from '@portico/contract/plain-object'
import { isSet, smallIn, wholeIn } from '../columns.ts'
import type { OldDatabase, OldRow } from '../../old/old-database.ts'
import { type Fields, listOf, readJson, textOf } from '../xray/fields.ts'
import type { Client, Counted } from './client.ts'

/** The clients in their order: of version 3 from their table, of version 2 from the inbounds. Entries without a name have no traffic row. */
export async function* readClients(old: OldDatabase): AsyncGenerator<Client> {
  yield* old.tables.has('clients') ? fromTable(old) : fromInbounds(old)
}

async function* fromTable(old: OldDatabase): AsyncGenerator<Client> {
  const inbounds = new Map<string, string[]>()
  for await (const { client_id: client, inbound_id: inbound } of old.rows('client_inbounds')) {
    const known = inbounds.get(client ?? '')
    if (known) known.push(inbound ?? '')
    else inbounds.set(client ?? '', [inbound ?? ''])
  }
  for await (const row of old.rows('clients')) yield ofRow(row, inbounds.get(row['id'] ?? '') ?? [])
}

function ofRow(row: OldRow, inbounds: string[]): Client {
  return {
    at: `clients ${row['id'] ?? ''}`,
    key: row['id'] ?? '',
    email: row['email'] ?? '',
    subId: row['sub_id'] ?? '',
    uuid: row['uuid'] ?? '',
    password: row['password'] ?? '',
    auth: row['auth'] ?? '',
    flow: row['flow'] ?? '',
    total: wholeIn(row['total_gb']) ?? 0n,
    expiry: wholeIn(row['expiry_time']) ?? 0n,
    enabled: isSet(row['enable']),
    limitIp: smallIn(row['limit_ip']) ?? 0,
    limitHwid: smallIn(row['limit_hwid']) ?? 0,
    telegramId: wholeIn(row['tg_id']) ?? 0n,
    group: row['group_name'] ?? '',
    comment: row['comment'] ?? '',
    renewDays: smallIn(row['reset']) ?? 0,
    renewDay: smallIn(row['reset_day']) ?? 0,
    reset: row['traffic_reset'] ?? '',
    resetDay: smallIn(row['traffic_reset_day']) ?? 1,
    createdAt: wholeIn(row['created_at']) ?? 0n,
    inbounds,
  }
}

async function* fromInbounds(old: OldDatabase): AsyncGenerator<Client> {
  for await (const row of old.rows('inbounds')) {
    const clients = listOf(readJson(row['settings'])?.['clients']) ?? []
    for (const [index, client] of clients.entries()) if (isObject(client)) yield ofEntry(client, row['id'] ?? '', index)
  }
}

function ofEntry(entry: Fields, inbound: string, index: number): Client {
  const whole = (name: string) => wholeIn(textOf(entry[name])) ?? 0n
  return {
    at: `inbounds ${inbound}, client ${index + 1}`,
    key: `${inbound}/${textOf(entry['email']) || index}`,
    email: textOf(entry['email']),
    subId: textOf(entry['subId']),
    uuid: textOf(entry['id']),
    password: textOf(entry['password']),
    auth: textOf(entry['auth']),
    flow: textOf(entry['flow']),
    total: whole('totalGB'),
    expiry: whole('expiryTime'),
    enabled: entry['enable'] !== false,
    limitIp: Number(whole('limitIp')),
    limitHwid: 0,
    telegramId: whole('tgId'),
    group: textOf(entry['group']),
    comment: textOf(entry['comment']),
    renewDays: Number(whole('reset')),
    renewDay: Number(whole('resetDay')),
    reset: textOf(entry['trafficReset']),
    resetDay: Number(whole('trafficResetDay')) || 1,
    createdAt: whole('created_at'),
    inbounds: [inbound],
  }
}

/** Traffic by the client's name, whatever its case: the row's inbound is only one of those that the client has. */
export async function readCounted(old: OldDatabase): Promise<Map<string, Counted>> {
  const found = new Map<string, Counted>()
  for await (const row of old.rows('client_traffics')) {
    const counted = {
      up: wholeIn(row['up']) ?? 0n,
      down: wholeIn(row['down']) ?? 0n,
      expiry: wholeIn(row['expiry_time']) ?? 0n,
      enabled: isSet(row['enable']),
    }
    const name = nameKey(row['email'] ?? '')
    const before = found.get(name)
    found.set(name, before ? together(before, counted) : counted)
  }
  return found
}

export function nameKey(email: string): string {
  return email.trim().toLowerCase()
}

function together(one: Counted, other: Counted): Counted {
  const expiry = one.expiry > 0n ? one.expiry : other.expiry
  return { up: one.up + other.up, down: one.down + other.down, expiry, enabled: one.enabled || other.enabled }
}
