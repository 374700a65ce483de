import type { OldDatabase } from '../../old/old-database.ts'
import type { OldRecord } from '../../records.ts'
import { leftTables } from '../left-tables.ts'
import { asUnlike } from '../reset-like.ts'
import type { Given, Source } from '../../source.ts'
import { countIn, nodeOf } from '../xray/node-of.ts'
import { areOne, type Common, memberOf, oddities, type Used } from './client.ts'
import { linkSource } from './link-source.ts'
import { nameKey, readClients, readCounted } from './read-clients.ts'
import { kindsOf, readEntrances } from './read-nodes.ts'

/** Tables whose rows have no place here. */
const LEFT = ['client_hwids', 'client_external_links', 'client_global_traffics', 'outbound_subscriptions', 'users']

/** 3x-ui 2 and 3: its one SQLite file, or the PostgreSQL that version 3 can have instead. Members have labels in place of addresses, and no passwords. */
export const threeXui: Source = {
  name: '3x-ui',
  title: '3x-ui 2.x, 3.x',
  reads: ['sqlite', 'dump', 'postgres'],
  options: ['address', 'link_paths', 'time_zone'],
  recognise: ({ tables }) => {
    const isPanel =
      tables.has('client_traffics') && tables.has('settings') && (tables.get('inbounds')?.includes('stream_settings') ?? false)
    return Promise.resolve(isPanel ? (tables.has('clients') ? '3' : '2') : null)
  },
  read,
  backStatements: {
    traffic: ({ key, up, down }, quote) => `UPDATE client_traffics SET up = ${up}, down = ${down} WHERE email = ${nameOf(key, quote)};`,
    term: ({ key, endsAt, quota }, quote) =>
      `UPDATE client_traffics SET expiry_time = ${endsAt?.getTime() ?? 0}, total = ${quota} WHERE email = ${nameOf(key, quote)};`,
  },
}

/** Version 3 numbers its clients; in version 2 the key ends with the name. */
function nameOf(key: string, quote: (value: string) => string): string {
  const slash = key.indexOf('/')
  return slash < 0 ? `(SELECT email FROM clients WHERE id = ${Number(key)})` : quote(key.slice(slash + 1))
}

async function* read(old: OldDatabase, given: Given): AsyncGenerator<OldRecord> {
  const settings = new Map<string, string>()
  for await (const { key, value } of old.rows('settings')) settings.set(key ?? '', value ?? '')
  yield* linkSource(settings, given.options.link_paths)
  const seen = await surveyClients(old)
  for await (const { id, remark, tag } of old.rows('inbounds')) {
    yield { kind: 'group', at: `inbounds ${id}`, key: id ?? '', name: remark || tag || `inbound ${id}`, createdAt: null }
  }
  const fallbackHost = settings.get('subDomain') || settings.get('webDomain') || hostOf(given.options.address)
  for await (const entrance of readEntrances(old, { flows: seen.flows, fallbackHost })) yield* nodeOf(entrance)
  const zone = zoneOf(given.options.time_zone ?? settings.get('timeLocation'))
  const unlike = asUnlike(given.choice('reset_unlike'))
  yield* readMembers(old, seen.shared, { kinds: await kindsOf(old), unlike, now: given.now, zone })
  yield* leftTables(old, LEFT)
}

/** `Local` is the zone of its machine, which nobody here knows. */
function zoneOf(named: string | undefined): string {
  return named !== undefined && Intl.supportedValuesOf('timeZone').includes(named) ? named : 'UTC'
}

function hostOf(address: string | undefined): string {
  return (address && (URL.parse(address)?.hostname ?? URL.parse(`http://${address}`)?.hostname)) || ''
}

/** Which links several clients have, and the flows on each inbound. */
async function surveyClients(old: OldDatabase): Promise<{ shared: Set<string>; flows: Map<string, Map<string, number>> }> {
  const [once, shared] = [new Set<string>(), new Set<string>()]
  const flows = new Map<string, Map<string, number>>()
  for await (const { subId, inbounds, flow } of readClients(old)) {
    if (subId !== '') (once.has(subId) ? shared : once).add(subId)
    for (const inbound of inbounds) countIn(flows, inbound, flow)
  }
  return { shared, flows }
}

async function* readMembers(old: OldDatabase, shared: ReadonlySet<string>, common: Common): AsyncGenerator<OldRecord> {
  const counted = await readCounted(old)
  const waiting = new Map<string, Used[]>()
  for await (const client of readClients(old)) {
    const none = { up: 0n, down: 0n, expiry: client.expiry, enabled: client.enabled }
    const used = { client, counted: counted.get(nameKey(client.email)) ?? none }
    yield* oddities(used, common.now)
    if (shared.has(client.subId)) waiting.set(client.subId, [...(waiting.get(client.subId) ?? []), used])
    else yield memberOf([used], common)
  }
  for (const [subId, all] of waiting) yield* withOneLink(subId, all, common)
}

/** Clients with one link: one member where they agree, else members who are one person, of whom the first has the link. */
function* withOneLink(subId: string, all: Used[], common: Common): Generator<OldRecord> {
  const [first, ...others] = all
  if (!first) return
  const { at } = first.client
  const what = all.map(({ client }) => client.email).join(', ')
  if (
    areOne(
      all.map(({ client }) => client),
      common.kinds,
    )
  ) {
    yield { kind: 'finding', code: 'xui_one_link', at, what }
    yield memberOf([first, ...others], common)
    return
  }
  yield { kind: 'finding', code: 'xui_link_shared', at, what }
  for (const used of all) {
    const member = memberOf([used], common)
    yield { ...member, person: `link ${subId}`, links: used === first ? member.links : [] }
  }
}
