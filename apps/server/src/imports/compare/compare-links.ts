import type { ImportComparison, ImportDifference } from '@portico/contract/imports-admin'
import { sql } from 'drizzle-orm'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/client.ts'
import { feedCatalog } from '../../feeds/feed-source.ts'
import { findMembers } from '../../feeds/find-member.ts'
import { UNREACHABLE } from '../../feeds/feed-members.ts'
import { readLink } from '../../feeds/read-link.ts'
import { refusal } from '../../feeds/refusals.ts'
import { dialectOf } from '../../formats/dialect.ts'
import { oldAddresses, shownAddress } from '../../links/link-paths.ts'
import { readSources } from '../../links/source-secret.ts'
import { callOut } from '../../outgoing/call-out.ts'
import { readAtMost } from '../../outgoing/read-at-most.ts'
import { ruleListMemory } from '../../rule-lists/rule-list-memory.ts'
import type { Settings } from '@portico/contract/settings-admin'
import { BadSource } from '../old/old-database.ts'
import { readNodes, type ShownNode } from './shown-node.ts'

/** So many are listed; all are counted. */
const LISTED = 200
/** An app that both sides answer in a form that can be read here. */
const APP = 'clash-verge/v2.4.0 mihomo/1.19.15'
const AT_ONCE = 4
const LARGEST = 4 * 1024 * 1024
/** So many links are fetched in one comparison; a site of more members is compared by every n-th. */
const MOST_LINKS = 2000

export type Sides = { database: Database; config: Config; settings: Settings; now: Date; address: string }
type Link = { label: string; token: string; sourceId: number }

/**
 * Fetches links from the old panel, and compares what an app would read with what this database would answer. What old panels serve to
 * members whose plan ended or who are suspended is expected, and not compared.
 */
export async function compareLinks(sides: Sides, onDone: (share: number) => Promise<void>): Promise<ImportComparison> {
  const { database, address } = sides
  const sources = await readSources(database.db, database.secrets)
  const answerHere = answers(sides, sources)
  const links = await someLinks(database)
  const found: ImportComparison = { links: links.length, equal: 0, expected: 0, unanswered: 0, count: 0, differences: [] }
  let next = 0
  const one = async (link: Link): Promise<void> => {
    const path = shownAddress(sources.find(({ id }) => id === link.sourceId)?.paths ?? [], link.token)
    const here = await answerHere(path)
    if (here === 'refused') return void found.expected++
    const old = await fetchOld(new URL(path, address))
    if (old === null) return void found.unanswered++
    const differences = differencesOf(link.label, old, here)
    if (differences.length === 0) return void found.equal++
    found.count += differences.length
    found.differences.push(...differences.slice(0, LISTED - found.differences.length))
  }
  const worker = async (): Promise<void> => {
    for (let link = links[next++]; link; link = links[next++]) {
      await one(link)
      await onDone(next / links.length)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  if (links.length > 0 && found.unanswered + found.expected === links.length && found.unanswered > 0)
    throw new BadSource('unanswered', address)
  return found
}

async function someLinks({ db }: Database): Promise<Link[]> {
  const { rows } = await db.execute<{ label: string; token: string; source_id: number }>(sql`
    select label, token, source_id from (
      select a.label, l.token, l.source_id, row_number() over (order by l.id) as place, count(*) over () as n
      from links l join accounts a on a.id = l.account_id join link_sources s on s.id = l.source_id where s.kind = 'token'
    ) all_links where place % ((n + ${MOST_LINKS - 1}) / ${MOST_LINKS}) = 0 order by place`)
  return rows.map(({ label, token, source_id }) => ({ label, token, sourceId: Number(source_id) }))
}

/** What this database answers to a path: the nodes of its profile, or that it refuses. */
function answers({ database, config, settings, now }: Sides, sources: Parameters<typeof oldAddresses>[0]) {
  const app = { database, settings: () => settings, services: new Map(), now: () => now }
  const find = findMembers(app)
  // Of the app, it reads these alone.
  const lists = ruleListMemory(app as unknown as Parameters<typeof ruleListMemory>[0])
  const clock = () => ({ now, zone: settings['site.timezone'] })
  const profile = feedCatalog(database, { config, ruleLists: lists, clock, onFault: () => {} })
  const readOld = oldAddresses(sources)
  const dialect = dialectOf('mihomo')
  return async (path: string): Promise<ShownNode[] | 'refused'> => {
    const link = readLink(path, readOld)
    const found = link && (await find(link))
    if (!found || found === UNREACHABLE || refusal(found.member, now) !== null || found.member.groupId === null) return 'refused'
    const { accountId, groupId, catalog, youth, language, own } = found.member
    const compiled = await profile({ accountId, groupId, catalog, youth, language, own }, dialect, { narrowing: null, resting: () => '' })
    return readNodes(compiled(found.member)) ?? []
  }
}

async function fetchOld(url: URL): Promise<ShownNode[] | null> {
  try {
    const answer = await callOut(url, { headers: { 'user-agent': APP }, signal: AbortSignal.timeout(15_000) })
    if (!answer.ok) return null
    const body = await readAtMost(answer.body, LARGEST)
    return body && (readNodes(Buffer.from(body).toString('utf8')) ?? [])
  } catch {
    return null
  }
}

const FIELDS: readonly (keyof ShownNode)[] = [
  'type',
  'server',
  'port',
  'secret',
  'cipher',
  'network',
  'security',
  'sni',
  'path',
  'host',
  'flow',
  'key',
  'shortId',
]

/** Nodes are told apart by their names; those that carry a message and no server are left out. */
export function differencesOf(who: string, old: readonly ShownNode[], here: readonly ShownNode[]): ImportDifference[] {
  const [before, after] = [byName(old), byName(here)]
  const found: ImportDifference[] = []
  for (const [name, node] of before) {
    const other = after.get(name)
    if (!other) found.push({ who, node: name, field: 'missing', old: `${node.server}:${node.port}`, here: '' })
    else
      for (const field of FIELDS)
        if (node[field] !== other[field]) found.push({ who, node: name, field, old: node[field], here: other[field] })
  }
  for (const [name, node] of after)
    if (!before.has(name)) found.push({ who, node: name, field: 'added', old: '', here: `${node.server}:${node.port}` })
  return found
}

function byName(nodes: readonly ShownNode[]): Map<string, ShownNode> {
  return new Map(nodes.filter(({ server, type }) => !isMessage(server) && type !== 'direct').map((node) => [node.name, node]))
}

/** Panels show the rest of the traffic, or news, as nodes that lead nowhere. */
function isMessage(server: string): boolean {
  return server === '' || server === '127.0.0.1' || server === '0.0.0.0' || server === 'localhost'
}
