import { wholeIn } from '../columns.ts'
import type { OldDatabase } from '../../old/old-database.ts'
import { panelLinks } from '../panel-links.ts'
import type { OldRecord } from '../../records.ts'
import { asUnlike } from '../reset-like.ts'
import type { Given, Source } from '../../source.ts'
import { nodeOf } from '../xray/node-of.ts'
import { kindsOf, readEntrances } from './read-hosts.ts'
import { type Common, memberOf, oddities } from './user.ts'

/** Remnawave 3. Its squads are groups; members have names in place of addresses, and no passwords. */
export const remnawave: Source = {
  name: 'remnawave',
  title: 'Remnawave 3',
  reads: ['dump', 'postgres'],
  options: ['link_paths'],
  recognise: ({ tables }) => {
    const isPanel = tables.has('internal_squads') && (tables.get('users')?.includes('short_uuid') ?? false)
    // Before version 3, users had a UUID for a key.
    return Promise.resolve(isPanel && !tables.get('users')?.includes('uuid') ? '3' : null)
  },
  read,
  backStatements: {
    traffic: ({ key, up, down }) => `UPDATE user_traffic SET used_traffic_bytes = ${up + down} WHERE id = ${Number(key)};`,
    term: ({ key, endsAt, quota }, quote) =>
      endsAt && `UPDATE users SET expire_at = ${quote(endsAt.toISOString())}, traffic_limit_bytes = ${quota} WHERE id = ${Number(key)};`,
  },
}

async function* read(old: OldDatabase, given: Given): AsyncGenerator<OldRecord> {
  // The page for members serves links directly below the address, where pages are here.
  if (given.options.link_paths === undefined) yield { kind: 'finding', code: 'link_path_odd', at: 'users', what: '/{token}' }
  yield* panelLinks({ panel: 'Remnawave', secret: null, named: given.options.link_paths, at: 'users' })
  for await (const { uuid, name } of old.rows('internal_squads')) {
    yield { kind: 'group', at: `internal_squads ${uuid ?? ''}`, key: uuid ?? '', name: name ?? '', createdAt: null }
  }
  for await (const entrance of readEntrances(old)) yield* nodeOf(entrance)
  yield* readUsers(old, { kinds: await kindsOf(old), unlike: asUnlike(given.choice('reset_unlike')) })
}

async function* readUsers(old: OldDatabase, common: Common): AsyncGenerator<OldRecord> {
  const squads = new Map<string, string[]>()
  for await (const { user_id: user, internal_squad_uuid: squad } of old.rows('internal_squad_members')) {
    squads.set(user ?? '', [...(squads.get(user ?? '') ?? []), squad ?? ''])
  }
  const used = new Map<string, bigint>()
  for await (const { id, used_traffic_bytes: bytes } of old.rows('user_traffic')) used.set(id ?? '', wholeIn(bytes) ?? 0n)
  for await (const row of old.rows('users')) {
    const key = row['id'] ?? ''
    const beside = { used: used.get(key) ?? 0n, squads: squads.get(key) ?? [] }
    yield* oddities(row, beside)
    yield memberOf(row, beside, common)
  }
}
