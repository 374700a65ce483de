import { isSet, rowsBy, utcIn } from '../columns.ts'
import { entrancesOf } from '../marzban/read-hosts.ts'
import { hostOf, secretOf, userOf } from '../marzban/marzban.ts'
import { type Credentials, memberOf, oddities, type User } from '../marzban/user.ts'
import { inboundsOf } from '../marzban/xray-config.ts'
import type { OldDatabase } from '../../old/old-database.ts'
import { panelLinks } from '../panel-links.ts'
import type { OldRecord } from '../../records.ts'
import { asUnlike } from '../reset-like.ts'
import type { Given, Source } from '../../source.ts'
import { type Fields, field, readJson, textOf } from '../xray/fields.ts'
import { mostOf, nodeOf } from '../xray/node-of.ts'

/** PasarGuard: what Marzban became. Groups take the place of exclusions, and the database has the inbounds. */
export const pasarguard: Source = {
  name: 'pasarguard',
  title: 'PasarGuard 5',
  reads: ['sqlite', 'dump', 'mysql', 'postgres'],
  options: ['address', 'link_paths'],
  recognise: async (old) => {
    if (!old.tables.has('core_configs') || !old.tables.get('users')?.includes('proxy_settings')) return null
    for await (const { version_num: version } of old.rows('alembic_version')) return version ?? ''
    return ''
  },
  read,
  backStatements: {
    traffic: ({ key, up, down }) => `UPDATE users SET used_traffic = ${up + down} WHERE id = ${Number(key)};`,
    term: ({ key, endsAt, quota }, quote) =>
      `UPDATE users SET expire = ${quote(endsAt?.toISOString().slice(0, 19).replace('T', ' ') ?? null)}, data_limit = ${quota} WHERE id = ${Number(key)};`,
  },
}

async function* read(old: OldDatabase, given: Given): AsyncGenerator<OldRecord> {
  yield* panelLinks({ panel: 'PasarGuard', secret: await secretOf(old), named: given.options.link_paths, at: 'jwt' })
  const groups = await readGroups(old)
  for (const { key, name } of groups.all) yield { kind: 'group', at: `groups ${key}`, key, name, createdAt: null }
  const { inbounds, broken } = await readCores(old)
  for (const at of broken) yield { kind: 'finding', code: 'broken_json', at, what: 'config' }
  const tags = [...groups.tags.values()]
  const hosts = [...(await rowsBy(old.rows('hosts'), 'id')).values()].flat()
  const machines = new Map<string, string>()
  for await (const { address, usage_coefficient: rate } of old.rows('nodes')) machines.set(address ?? '', rate ?? '1')
  const { flows, cipher } = await surveyUsers(old, inbounds)
  const site = { hosts, inbounds, tags, machines, ownHost: hostOf(given.options.address), flows, cipher, groupsOf: groups.of }
  for (const entrance of entrancesOf(site)) yield* nodeOf(entrance)
  yield* readUsers(old, groups.enabled, { cipher, unlike: asUnlike(given.choice('reset_unlike')) })
}

type Groups = {
  all: { key: string; name: string }[]
  enabled: ReadonlySet<string>
  tags: Map<string, string>
  of: (tag: string) => string[]
}

/** Groups that are switched off show nobody their inbounds. */
async function readGroups(old: OldDatabase): Promise<Groups> {
  const tags = new Map<string, string>()
  for await (const { id, tag } of old.rows('inbounds')) tags.set(id ?? '', tag ?? '')
  const [all, enabled]: [Groups['all'], Set<string>] = [[], new Set()]
  for await (const { id, name, is_disabled: off } of old.rows('groups')) {
    all.push({ key: id ?? '', name: name ?? '' })
    if (!isSet(off)) enabled.add(id ?? '')
  }
  const byTag = new Map<string, string[]>()
  for await (const { inbound_id: inbound, group_id: group } of old.rows('inbounds_groups_association')) {
    const tag = tags.get(inbound ?? '') ?? ''
    if (enabled.has(group ?? '')) byTag.set(tag, [...(byTag.get(tag) ?? []), group ?? ''])
  }
  return { all, enabled, tags, of: (tag) => byTag.get(tag) ?? [] }
}

async function readCores(old: OldDatabase): Promise<{ inbounds: Map<string, Fields>; broken: string[] }> {
  const [inbounds, broken]: [Map<string, Fields>, string[]] = [new Map(), []]
  for await (const { id, config, type } of old.rows('core_configs')) {
    const found = type === 'xray' || type === undefined ? inboundsOf(readJson(config)) : new Map<string, Fields>()
    if (found === null) broken.push(`core_configs ${id ?? ''}`)
    else for (const [tag, inbound] of found) inbounds.set(tag, inbound)
  }
  return { inbounds, broken }
}

/** Flows stand in the inbounds' own settings, since version 4; the ciphers with the users. */
async function surveyUsers(old: OldDatabase, inbounds: ReadonlyMap<string, Fields>) {
  const ciphers = new Map<string, number>()
  for await (const { proxy_settings: settings } of old.rows('users')) {
    const method = textOf(field(readJson(settings) ?? {}, 'shadowsocks')['method'])
    if (method !== '') ciphers.set(method, (ciphers.get(method) ?? 0) + 1)
  }
  const flows = new Map([...inbounds].map(([tag, inbound]) => [tag, new Map([[textOf(field(inbound, 'settings')['flow']), 1]])]))
  return { flows, cipher: mostOf(ciphers) }
}

async function* readUsers(
  old: OldDatabase,
  enabled: ReadonlySet<string>,
  common: Parameters<typeof memberOf>[1],
): AsyncGenerator<OldRecord> {
  const groups = new Map<string, string[]>()
  for await (const { user_id: user, groups_id: group } of old.rows('users_groups_association')) {
    if (enabled.has(group ?? '')) groups.set(user ?? '', [...(groups.get(user ?? '') ?? []), group ?? ''])
  }
  const resets = new Map<string, Date>()
  for await (const { user_id: user, reset_at: at } of old.rows('user_usage_logs')) {
    const date = utcIn(at)
    if (date !== null) resets.set(user ?? '', date)
  }
  const [admins, next] = [await rowsBy(old.rows('admins'), 'id'), await rowsBy(old.rows('next_plans'), 'user_id')]
  for await (const row of old.rows('users')) {
    const key = row['id'] ?? ''
    const base = userOf(row, admins.get(row['admin_id'] ?? '')?.[0]?.['username'] ?? '')
    const settings = readJson(row['proxy_settings'])
    const user: User = {
      ...base,
      lastReset: resets.get(key) ?? null,
      groups: groups.get(key) ?? [],
      credentials: credentialsOf(settings ?? {}),
      tokens: [...base.tokens, `#${key}`],
    }
    if (settings === null) yield { kind: 'finding', code: 'broken_json', at: user.at, what: 'proxy_settings' }
    yield* oddities(user, common.cipher)
    if (row['hwid_limit'] && row['hwid_limit'] !== '0')
      yield { kind: 'finding', code: 'hwid_limit', at: user.at, what: `${user.username}: ${row['hwid_limit']}` }
    if (next.has(key)) yield { kind: 'finding', code: 'next_plan', at: user.at, what: user.username }
    yield memberOf(user, common)
  }
}

function credentialsOf(settings: Fields): Credentials {
  const [vless, vmess] = [textOf(field(settings, 'vless')['id']), textOf(field(settings, 'vmess')['id'])]
  const [trojan, hysteria2] = [textOf(field(settings, 'trojan')['password']), textOf(field(settings, 'hysteria')['auth'])]
  const { password, method } = field(settings, 'shadowsocks')
  return {
    ...(vless !== '' && { vless }),
    ...(vmess !== '' && { vmess }),
    ...(trojan !== '' && { trojan }),
    ...(hysteria2 !== '' && { hysteria2 }),
    ...(textOf(password) !== '' && { shadowsocks: { password: textOf(password), method: textOf(method) } }),
  }
}
