import type { NodeState } from '@portico/contract/nodes-admin'
import type { Protocol } from '@portico/contract/protocols'
import { batched } from '../db/batch.ts'
import type { Database } from '../db/client.ts'

/** A node as its calls find it, with the versions of all that it may be told. */
export type KnownNode = {
  id: number
  secretHash: Buffer
  state: NodeState
  protocol: Protocol
  rate: number
  /** Covers the node's own row and the settings. */
  catalog: number
  /** Its groups, each with the version of its list of members: `1:5,3:9`; '' without a group. */
  groups: string
}

const QUERY = `
  select n.id, n.secret_hash as "secretHash", n.state, n.settings->>'protocol' as protocol, n.rate,
    (select value from versions where name = 'catalog') as catalog,
    coalesce((select string_agg(g.id || ':' || g.users_version, ',' order by g.id)
      from node_groups ng join groups g on g.id = ng.group_id where ng.node_id = n.id), '') as groups
  from nodes n where n.id = any($1) and n.deleted_at is null`

/** Finds nodes by id, always as the database has them now; many at once in one query. */
export function nodesById({ pool }: Database): (id: number) => Promise<KnownNode | undefined> {
  return batched<number, KnownNode>(async (ids) => {
    const { rows } = await pool.query<KnownNode>({ name: 'node-by-id', text: QUERY, values: [`{${[...new Set(ids)].join(',')}}`] })
    return new Map(rows.map((row) => [row.id, row]))
  })
}
