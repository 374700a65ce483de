import { rowsBy, utcAfter, utcIn, wholeIn } from '../columns.ts'
import { BadSource, type OldDatabase, type OldRow } from '../../old/old-database.ts'
import { panelLinks } from '../panel-links.ts'
import type { OldRecord } from '../../records.ts'
import { asUnlike } from '../reset-like.ts'
import type { Given, Source } from '../../source.ts'
import { type Fields, readJson, textOf } from '../xray/fields.ts'
import { countIn, mostOf, nodeOf } from '../xray/node-of.ts'
import { entrancesOf } from './read-hosts.ts'
import { type Credentials, memberOf, oddities, type User } from './user.ts'
import { inboundsOf } from './xray-config.ts'

/** Marzban: its database and the configuration of Xray, which has the inbounds. Members have names in place of addresses, and no passwords. */
export const marzban: Source = {
  name: 'marzban',
  title: 'Marzban 0.8',
  reads: ['sqlite', 'dump', 'mysql'],
  options: ['config', 'address', 'link_paths'],
  recognise: async (old) => {
    const { tables } = old
    if (!tables.has('proxies') || !tables.has('exclude_inbounds_association') || !tables.has('jwt')) return null
    if (!tables.has('alembic_version')) return ''
    for await (const { version_num: version } of old.rows('alembic_version')) return version ?? ''
    return ''
  },
  read,
  backStatements: {
    traffic: ({ key, up, down }) => `UPDATE users SET used_traffic = ${up + down} WHERE id = ${Number(key)};`,
    term: ({ key, endsAt, quota }) =>
      `UPDATE users SET expire = ${endsAt === null ? 'NULL' : Math.floor(endsAt.getTime() / 1000)}, data_limit = ${quota} WHERE id = ${Number(key)};`,
  },
}

async function* read(old: OldDatabase, given: Given): AsyncGenerator<OldRecord> {
  const inbounds = inboundsOf(await given.readConfig())
  if (inbounds === null) throw new BadSource('no_config', 'xray_config.json')
  yield* panelLinks({ panel: 'Marzban', secret: await secretOf(old), named: given.options.link_paths, at: 'jwt' })
  const tags: string[] = []
  for await (const { tag } of old.rows('inbounds')) tags.push(tag ?? '')
  for (const tag of tags) yield { kind: 'group', at: `inbounds ${tag}`, key: tag, name: tag, createdAt: null }
  const byProtocol = new Map<string, string[]>()
  for (const tag of tags) {
    const protocol = textOf(inbounds.get(tag)?.['protocol']).toLowerCase()
    byProtocol.set(protocol, [...(byProtocol.get(protocol) ?? []), tag])
  }
  const proxies = await readProxies(old, byProtocol)
  const hosts = [...(await rowsBy(old.rows('hosts'), 'id')).values()].flat()
  const machines = new Map<string, string>()
  for await (const { address, usage_coefficient: rate } of old.rows('nodes')) machines.set(address ?? '', rate ?? '1')
  const cipher = mostOf(proxies.ciphers)
  const site = {
    hosts,
    inbounds,
    tags,
    machines,
    ownHost: hostOf(given.options.address),
    flows: proxies.flows,
    cipher,
    groupsOf: (tag: string) => [tag],
  }
  for (const entrance of entrancesOf(site)) yield* nodeOf(entrance)
  yield* readUsers(old, proxies.byUser, { cipher, unlike: asUnlike(given.choice('reset_unlike')) })
}

export async function secretOf(old: OldDatabase): Promise<string | null> {
  for await (const { secret_key: secret } of old.rows('jwt')) return secret ?? null
  return null
}

export function hostOf(address: string | undefined): string {
  return (address && (URL.parse(address)?.hostname || URL.parse(`http://${address}`)?.hostname)) || ''
}

type Proxy = { kind: keyof Credentials; settings: Fields; tags: string[] }
type Proxies = { byUser: Map<string, Proxy[]>; flows: Map<string, Map<string, number>>; ciphers: Map<string, number> }

/** Each user's protocols with the inbounds that are not excluded. The column holds the names of an enumeration, not its values. */
async function readProxies(old: OldDatabase, byProtocol: ReadonlyMap<string, string[]>): Promise<Proxies> {
  const excluded = await rowsBy(old.rows('exclude_inbounds_association'), 'proxy_id')
  const found: Proxies = { byUser: new Map(), flows: new Map(), ciphers: new Map() }
  for await (const row of old.rows('proxies')) {
    const kind = KINDS.find((one) => one === row['type']?.toLowerCase())
    if (kind === undefined) continue
    const without = new Set(excluded.get(row['id'] ?? '')?.map((one) => one['inbound_tag']))
    const tags = (byProtocol.get(kind) ?? []).filter((tag) => !without.has(tag))
    const settings = readJson(row['settings']) ?? {}
    const user = row['user_id'] ?? ''
    found.byUser.set(user, [...(found.byUser.get(user) ?? []), { kind, settings, tags }])
    if (kind === 'vless') for (const tag of tags) countIn(found.flows, tag, textOf(settings['flow']))
    const method = textOf(settings['method'])
    if (kind === 'shadowsocks') found.ciphers.set(method, (found.ciphers.get(method) ?? 0) + 1)
  }
  return found
}
const KINDS = ['vless', 'vmess', 'trojan', 'shadowsocks'] as const

async function* readUsers(
  old: OldDatabase,
  proxies: ReadonlyMap<string, Proxy[]>,
  common: Parameters<typeof memberOf>[1],
): AsyncGenerator<OldRecord> {
  const resets = new Map<string, Date>()
  for await (const { user_id: user, reset_at: at } of old.rows('user_usage_logs')) {
    const date = utcIn(at)
    // The panel takes the row that was written last.
    if (date !== null) resets.set(user ?? '', date)
  }
  const admins = await rowsBy(old.rows('admins'), 'id')
  const next = old.tables.has('next_plans') ? await rowsBy(old.rows('next_plans'), 'user_id') : new Map<string, OldRow[]>()
  for await (const row of old.rows('users')) {
    const key = row['id'] ?? ''
    const own = proxies.get(key) ?? []
    const admin = admins.get(row['admin_id'] ?? '')?.[0]?.['username'] ?? ''
    const user: User = {
      ...userOf(row, admin),
      lastReset: resets.get(key) ?? null,
      groups: own.flatMap(({ tags }) => tags),
      credentials: credentialsOf(own),
    }
    yield* oddities(user, common.cipher)
    if (next.has(key)) yield { kind: 'finding', code: 'next_plan', at: user.at, what: user.username }
    yield memberOf(user, common)
  }
}

/** What both panels store alike. Times have no zone and are in UTC. */
export function userOf(row: OldRow, admin: string): Omit<User, 'lastReset' | 'groups' | 'credentials'> {
  const seconds = wholeIn(row['expire'])
  return {
    at: `users ${row['id'] ?? ''}`,
    key: row['id'] ?? '',
    username: row['username'] ?? '',
    status: row['status'] ?? '',
    used: wholeIn(row['used_traffic']) ?? 0n,
    limit: wholeIn(row['data_limit']),
    expire: seconds === null ? utcIn(row['expire']) : seconds > 0n ? new Date(Number(seconds) * 1000) : null,
    strategy: row['data_limit_reset_strategy'] ?? '',
    holdSeconds: wholeIn(row['on_hold_expire_duration']),
    holdBy: utcIn(row['on_hold_timeout']),
    createdAt: utcIn(row['created_at']),
    revokedAt: utcAfter(row['sub_revoked_at']),
    remarks: [row['note'] ?? '', admin === '' ? '' : `@${admin}`].filter((text) => text !== '').join('\n'),
    deviceLimit: null,
    tokens: [row['username'] ?? ''],
  }
}

function credentialsOf(proxies: readonly Proxy[]): Credentials {
  return Object.fromEntries(
    proxies.map(({ kind, settings }) => {
      const [password, method] = [textOf(settings['password']), textOf(settings['method'])]
      if (kind === 'shadowsocks') return [kind, { password, method }]
      return [kind, kind === 'trojan' ? password : textOf(settings['id'])]
    }),
  )
}
