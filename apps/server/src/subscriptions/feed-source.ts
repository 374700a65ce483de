import { and, asc, eq, isNull } from 'drizzle-orm'
import { batched } from '../db/batch.ts'
import type { Database } from '../db/client.ts'
import { nodeGroups, nodes } from '../nodes/nodes.table.ts'
import { compileFeed, type Format } from './render/feed.ts'
import type { FeedNode, Site } from './render/feed-node.ts'
import type { Compiled } from './render/slots.ts'

/** A member as his link finds him, with the version of everything else a profile is made of. */
export type FeedMember = {
  token: string
  uuid: string
  groupId: number | null
  transferEnable: number
  up: number
  down: number
  /** Milliseconds; null: never. As a number, because turning each into a Date costs as much as finding the row. */
  expiresAt: number | null
  banned: boolean
  catalog: number
}

const QUERY = `
  select s.token, s.uuid, s.group_id as "groupId", s.transfer_enable as "transferEnable", s.up, s.down,
    (extract(epoch from s.expires_at) * 1000)::bigint as "expiresAt",
    a.banned_at is not null as banned, (select value from versions where name = 'catalog') as catalog
  from subscriptions s join accounts a on a.id = s.account_id where s.token = any($1)`

/** Finds members by their link's token, always as the database has them now; many at once in one query. */
export function feedMembers({ pool }: Database): (token: string) => Promise<FeedMember | undefined> {
  return batched<string, FeedMember>(async (tokens) => {
    const { rows } = await pool.query<FeedMember>({ name: 'feed-members', text: QUERY, values: [tokens] })
    return new Map(rows.map((row) => [row.token, row]))
  })
}

type Catalog = { version: number; byGroup: Map<number, FeedNode[]>; compiled: Map<string, Compiled> }
const MAX_COMPILED = 300

/** Profiles of each group in each format, compiled once and kept while the catalog's version stands still. */
export function feedCatalog({ db }: Database, site: () => Site) {
  let catalog: Promise<Catalog> | null = null
  let known = -1

  async function load(version: number): Promise<Catalog> {
    const rows = await db
      .select({ groupId: nodeGroups.groupId, node: nodes })
      .from(nodes)
      .innerJoin(nodeGroups, eq(nodeGroups.nodeId, nodes.id))
      .where(and(eq(nodes.state, 'enabled'), isNull(nodes.deletedAt)))
      .orderBy(asc(nodes.sort), asc(nodes.id))
    const byGroup = new Map<number, FeedNode[]>()
    for (const { groupId, node } of rows) {
      const { id, name, host, port, rate, tags, settings } = node
      const list = byGroup.get(groupId) ?? []
      byGroup.set(groupId, [...list, { id, name, host, port, rate, tags, settings }])
    }
    return { version, byGroup, compiled: new Map() }
  }

  /** `version` is what the member's own row was read with: never an older catalog than that. */
  return async function profile(version: number, groupId: number, format: Format, coreVersion: string | null): Promise<Compiled> {
    if (!catalog || version > known) {
      known = version
      catalog = load(version)
      catalog.catch(() => (known = -1))
    }
    const { byGroup, compiled } = await catalog
    const key = `${groupId} ${format} ${coreVersion ?? ''}`
    let ready = compiled.get(key)
    if (!ready) {
      if (compiled.size >= MAX_COMPILED) compiled.clear()
      ready = compileFeed(format, byGroup.get(groupId) ?? [], site(), coreVersion)
      compiled.set(key, ready)
    }
    return ready
  }
}
