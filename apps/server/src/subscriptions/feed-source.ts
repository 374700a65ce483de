import { and, asc, eq, isNull } from 'drizzle-orm'
import { batched } from '../db/batch.ts'
import type { Database } from '../db/client.ts'
import { nodeGroups, nodes } from '../nodes/nodes.table.ts'
import type { Dialect } from './render/dialect.ts'
import { compileFeed } from './render/feed.ts'
import type { FeedNode, Site } from './render/feed-node.ts'
import { type Narrowing, narrow } from './render/narrow.ts'
import type { Compiled, Credential } from './render/slots.ts'

/**
 * A member as his link finds him, with the version of everything else a profile is made of. The end is a number, because
 * turning each into a Date costs as much as finding the row.
 */
export type FeedMember = Credential & {
  groupId: number | null
  banned: boolean
  catalog: number
}

const QUERY = `
  select s.token, s.uuid, s.group_id as "groupId", s.transfer_enable as "transferEnable", s.up, s.down,
    (extract(epoch from s.expires_at) * 1000)::bigint as "expiresAt",
    a.banned_at is not null as banned, (select value from versions where name = 'catalog') as catalog
  from subscriptions s join accounts a on a.id = s.account_id where s.token = any($1)`

/** The database does not answer, and this member has not been seen before. */
export const UNREACHABLE = 'unreachable'
const MAX_SEEN = 100_000

/**
 * Finds members by their link's token, always as the database has them now; many at once in one query. While it does not
 * answer, a member is as he was last seen: an old profile connects, an error does not.
 */
export function feedMembers({ pool }: Database): (token: string) => Promise<FeedMember | typeof UNREACHABLE | undefined> {
  const seen = new Map<string, FeedMember>()
  return batched<string, FeedMember | typeof UNREACHABLE>(async (tokens) => {
    let rows: FeedMember[]
    try {
      rows = (await pool.query<FeedMember>({ name: 'feed-members', text: QUERY, values: [tokens] })).rows
    } catch {
      return new Map(tokens.map((token) => [token, seen.get(token) ?? UNREACHABLE]))
    }
    if (seen.size > MAX_SEEN) seen.clear()
    const found = new Map(rows.map((row) => [row.token, row]))
    for (const [token, row] of found) seen.set(token, row)
    // A link that was reset is gone from here too.
    if (found.size < tokens.length) for (const token of tokens) if (!found.has(token)) seen.delete(token)
    return found
  })
}

type Catalog = { version: number; byGroup: Map<number, FeedNode[]>; compiled: Map<string, Compiled>; narrowed: Map<string, Compiled> }
const MAX_COMPILED = 300
/** Of what members choose themselves, apart from the rest, so that it cannot push that out. */
const MAX_NARROWED = 100

/** Profiles of each group in each format, compiled once and kept while the catalog's version stands still. */
export function feedCatalog({ db }: Database, site: () => Site) {
  let catalog: Promise<Catalog> | null = null
  let known = -1

  async function load(version: number): Promise<Catalog> {
    const rows = await db
      .select({ groupId: nodeGroups.groupId, node: nodes })
      .from(nodes)
      .innerJoin(nodeGroups, eq(nodeGroups.nodeId, nodes.id))
      .where(and(eq(nodes.state, 'enabled'), isNull(nodes.exhaustedAt), isNull(nodes.deletedAt)))
      .orderBy(asc(nodes.sort), asc(nodes.id))
    const byGroup = new Map<number, FeedNode[]>()
    for (const { groupId, node } of rows) {
      const { id, name, host, port, rate, tags, settings } = node
      const list = byGroup.get(groupId) ?? []
      byGroup.set(groupId, [...list, { id, name, host, port, rate, tags, settings }])
    }
    return { version, byGroup, compiled: new Map(), narrowed: new Map() }
  }

  /** `version` is what the member's own row was read with: never an older catalog than that. */
  return async function profile(version: number, groupId: number, dialect: Dialect, wanted: Narrowing | null): Promise<Compiled> {
    if (!catalog || version > known) {
      known = version
      catalog = load(version)
      catalog.catch(() => (known = -1))
    }
    const { byGroup, compiled, narrowed } = await catalog
    const kept = wanted ? narrowed : compiled
    const key = wanted ? `${groupId} ${dialect.key} ${wanted.key}` : `${groupId} ${dialect.key}`
    let ready = kept.get(key)
    if (!ready) {
      if (kept.size >= (wanted ? MAX_NARROWED : MAX_COMPILED)) kept.clear()
      const all = byGroup.get(groupId) ?? []
      ready = compileFeed(dialect, wanted ? narrow(all, wanted) : all, site())
      kept.set(key, ready)
    }
    return ready
  }
}
