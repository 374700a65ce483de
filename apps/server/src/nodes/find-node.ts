import type { RateRange } from '@portico/contract/nodes'
import type { NodeState } from '@portico/contract/nodes-admin'
import type { OwnSecretKind } from '@portico/contract/own-secret'
import type { Protocol } from '@portico/contract/protocols'
import { batched } from '../db/batch.ts'
import type { Database } from '../db/client.ts'
import { AT_FIRST_USE } from '../db/hot-statements.ts'
import { DatabaseAway } from '../db/pool/away.ts'
import { inTime } from '../jobs/in-time.ts'

/** A node as its calls find it, with the versions of everything it may get. */
export type KnownNode = {
  id: number
  name: string
  secretHash: Buffer
  machineId: number | null
  state: NodeState
  protocol: Protocol
  rate: number
  rateRanges: RateRange[]
  quota: number | null
  /** Capacity of the line in Mbit/s; null: the site's setting applies. */
  lineSpeed: number | null
  /** Addresses its calls may come from; empty: any. */
  callAddresses: string[]
  /** Covers the node's own row and the settings. */
  catalog: number
  /** Which own secrets of members it takes; null: there are none of this kind. */
  ownSecrets: OwnSecretKind | null
  /** The groups of the node and its children, each with the version of its member list: `1:5,3:9`; '' without groups. */
  groups: string
}

/** Kind of the own secrets that a node takes. */
const KIND = `case n.settings->>'cipher' when '2022-blake3-aes-128-gcm' then 'shadowsocks-2022-128'
    when '2022-blake3-aes-256-gcm' then 'shadowsocks-2022-256' else n.settings->>'protocol' end`

const QUERY = `
  select n.id, n.name, n.secret_hash as "secretHash", n.machine_id as "machineId", n.state, n.settings->>'protocol' as protocol, n.rate,
    n.rate_ranges as "rateRanges", n.quota, n.line_speed as "lineSpeed", n.call_addresses as "callAddresses",
    (select value from versions where name = 'catalog') as catalog,
    (select o.kind from own_secrets o where o.kind = ${KIND} limit 1) as "ownSecrets",
    coalesce((select string_agg(g.id || ':' || g.users_version, ',' order by g.id) from groups g where g.id in (
      select ng.group_id from node_groups ng where ng.node_id = n.id
      union all
      select ng.group_id from nodes child join node_groups ng on ng.node_id = child.id where child.parent_id = n.id)), '') as groups
  from nodes n where n.id = any($1) and n.deleted_at is null`

/** A database that takes longer counts as away, also for those who wait for the look-up before: a report must be taken before its node gives up. */
const LONGEST_MS = 3000
const soon = <T>(asked: Promise<T>): Promise<T> => inTime(asked, LONGEST_MS, new DatabaseAway('no answer in time'))

/** Finds nodes by id, never from a cache; many ids in one query. */
export function nodesById({ pool }: Database): (id: number) => Promise<KnownNode | undefined> {
  return batched<number, KnownNode>(async (ids) => {
    const { rows } = await soon(pool.query<KnownNode>({ name: AT_FIRST_USE, text: QUERY, values: [`{${[...new Set(ids)].join(',')}}`] }))
    return new Map(rows.map((row) => [row.id, row]))
  })
}

/** A machine that may speak for its nodes. */
export type KnownMachine = { id: number; secretHash: Buffer }

/** Finds machines by id. One that is switched off is not found. */
export function machinesById({ pool }: Database): (id: number) => Promise<KnownMachine | undefined> {
  return batched<number, KnownMachine>(async (ids) => {
    const { rows } = await soon(
      pool.query<KnownMachine>({
        name: AT_FIRST_USE,
        text: 'select id, secret_hash as "secretHash" from machines where id = any($1) and is_active',
        values: [`{${[...new Set(ids)].join(',')}}`],
      }),
    )
    return new Map(rows.map((row) => [row.id, row]))
  })
}
