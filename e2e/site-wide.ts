import { OPERATOR, type Portico } from './portico.ts'
import { done } from './shop.ts'

/** By table: the rows that decide what everybody sees, without what passing time changes. */
const QUERIES = {
  plans: 'select to_jsonb(t) from plans t order by id',
  groups: "select to_jsonb(t) - 'users_version' from groups t order by id",
  payment_methods: 'select to_jsonb(t) from payment_methods t where deleted_at is null order by id',
  notices:
    "select to_jsonb(t) - '{version,updated_at}'::text[] from notices t where published_at < now() and archived_at is null order by id",
  promotions: 'select to_jsonb(t) from promotions t order by id',
  games: 'select to_jsonb(t) from games t order by id',
  nodes: "select to_jsonb(t) - '{offline_at,watched_from,exhausted_at}'::text[] from nodes t where deleted_at is null order by id",
  articles:
    'select id, kind, audience, live_version, sort from articles where live_version is not null and archived_at is null order by id',
  message_texts: 'select template, language, subject, text, sms from message_texts order by 1, 2',
}

/** What all members of a site see: its settings, plans, notices and the like. */
export async function siteWide({ call, query }: Portico): Promise<Record<string, unknown>> {
  const { x_token: token } = await done(call('POST', '/muser/auth/login', { ...OPERATOR }))
  const settings = await done(call('GET', '/admin/settings', {}, token))
  await done(call('GET', '/muser/logout', {}, token))
  const tables = await Promise.all(Object.entries(QUERIES).map(async ([name, sql]) => [name, await query(sql)]))
  return { settings, ...Object.fromEntries(tables) }
}
