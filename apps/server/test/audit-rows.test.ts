import { globSync, readFileSync } from 'node:fs'
import type { AnyEndpoint } from '@portico/contract/endpoint'
import { isSettingKey } from '@portico/contract/settings/registry'
import { asc, getTableColumns, gt, max } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { accounts } from '../src/accounts/accounts.table.ts'
import { type AuditRow, auditLog } from '../src/audit/audit.table.ts'
import { boundEndpoints } from '../src/http/router.ts'
import { subscriptions } from '../src/subscriptions/subscriptions.table.ts'
import { auditCalls as calls } from './audit-calls/audit-calls.ts'
import { openAuditDesk } from './audit-calls/audit-desk.ts'
import { forFile } from './harness.ts'

const desk = await forFile(openAuditDesk())
const powerless = await desk.t.staff([])

/** They only read, check, generate or keep something for the caller. */
const computing = [
  'DELETE /admin/articles/:id/draft',
  'POST /admin/app-config/preview',
  'POST /admin/articles/import',
  'POST /admin/articles/preview',
  'POST /admin/challenges/test',
  'POST /admin/client-rules/trial',
  'POST /admin/files/storage/test',
  'POST /admin/grammar/test',
  'POST /admin/telegram/test',
  'POST /admin/messages/texts/preview',
  // It counts; starting it is audited.
  'POST /admin/member-changes',
  'POST /admin/moving/addresses/question',
  'POST /admin/nodes/keys',
  'POST /admin/notices/preview',
  'POST /admin/outages/:id/compensation/preview',
  'POST /admin/report-undos/preview',
  // They read a file; starting its import is audited.
  'POST /admin/import-files',
  'POST /admin/statement-imports',
  'PATCH /admin/statement-imports/:id',
  'POST /admin/templates/check',
  'POST /admin/templates/preview',
  'POST /admin/tickets/:id/presence',
  // A file is audited with the message that carries it.
  'POST /admin/tickets/files',
  'POST /admin/tickets/mails/test',
  // What someone types is audited when it is saved.
  'PUT /admin/articles/:id/draft',
]

const nameOf = ({ method, path }: AnyEndpoint): string => `${method} ${path}`
const consoleNames = (): string[] => boundEndpoints.filter(({ path }) => path.startsWith('/admin/')).map(nameOf)

const reasonOf = (body: Record<string, unknown> | FormData): unknown =>
  body instanceof FormData ? null : (body['reason'] ?? body['note'] ?? null)

async function lastRow(): Promise<number> {
  const [row] = await desk.t.database.db.select({ id: max(auditLog.id) }).from(auditLog)
  return row?.id ?? 0
}
const rowsAfter = (id: number): Promise<AuditRow[]> =>
  desk.t.database.db.select().from(auditLog).where(gt(auditLog.id, id)).orderBy(asc(auditLog.id))

test('the table has every console endpoint that writes or exports, and no removed one', () => {
  const writing = consoleNames().filter((name) => !name.startsWith('GET ') && !computing.includes(name))
  const exporting = consoleNames().filter((name) => name.startsWith('GET ') && name.endsWith('/export'))
  const [due, listed] = [[...writing, ...exporting], Object.keys(calls)]
  expect(
    due.filter((name) => !listed.includes(name)),
    'missing in a file of test/audit-calls/',
  ).toEqual([])
  expect(listed.filter((name) => !due.includes(name))).toEqual([])
  expect(computing.filter((name) => !consoleNames().includes(name))).toEqual([])
})

test.each(Object.entries(calls))('%s leaves one row when it succeeds and none when it is refused', async (name, call) => {
  const [method = '', path = ''] = name.split(' ')
  const { id, body = {}, entityId = id ?? (({ id = '' }) => id), shows } = await call.prepare(desk)
  const at = (thing: string | number = ''): string => path.replace(/:\w+/, String(thing))
  const before = await lastRow()

  expect((await powerless.call(method, at(id), body)).status, 'without the permission').toBe(404)
  if (path.includes(':')) {
    const unknown = await desk.owner.call(method, at(path.includes(':id') ? 999_999 : 'NOSUCHTHING1'), body)
    expect(unknown.status, 'of something unknown').toBe(404)
  }
  expect(await rowsAfter(before), 'refused').toEqual([])

  const answer = await desk.owner.call(method, at(id), body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  for (const secret of shows?.(answer.body) ?? []) desk.hide(secret)
  const rows = await rowsAfter(before)
  const { action, entity } = call
  const about = { action, entity, entityId: String(typeof entityId === 'function' ? entityId(answer.body) : entityId) }
  const by = { actorKind: 'staff', actorId: desk.owner.id, ip: '127.0.0.1' }
  expect(rows).toMatchObject([{ ...about, ...by, reason: reasonOf(body) }])
  expect(rows[0]!.before, 'something changed').not.toEqual(rows[0]!.after)
})

test('every field that a row holds has a name in the console', async () => {
  const src = new URL('../../web/src/', import.meta.url).pathname
  const texts = '*/{field-names,site.en,frame.en,prices.en,member.en,console.en}.json'
  const files = globSync(texts, { cwd: src }).map((path) => JSON.parse(readFileSync(src + path, 'utf8')))
  const names: Record<string, string> = Object.assign({}, ...files)
  const { rows } = await desk.t.database.pool.query<{ entity: string; field: string }>(`
    select distinct entity, jsonb_object_keys(side) as field from audit_log, unnest(array[before, after]) side where jsonb_typeof(side) = 'object'`)
  // The calls above change some fields of a member; an operator can change any.
  const member = Object.keys({ ...getTableColumns(accounts), ...getTableColumns(subscriptions) })
  const recorded = [...rows, ...member.map((field) => ({ entity: 'member', field }))]
  expect(rows.length).toBeGreaterThan(150)
  const isNamed = (entity: string, field: string): boolean =>
    entity === 'settings' ? isSettingKey(field) : `${entity}.${field}` in names || field in names
  const nameless = recorded.filter(({ entity, field }) => !isNamed(entity, field)).map(({ entity, field }) => `"${entity}.${field}"`)
  expect(nameless, 'missing as a text of the console, or in a field-names.json').toEqual([])
})

test('no row contains a password, a key, a token or a redeem code', async () => {
  expect(desk.secrets.size).toBeGreaterThan(30)
  expect([...desk.secrets].filter((secret) => secret.length < 8)).toEqual([])
  const { rows } = await desk.t.database.pool.query('select action, a::text as text from audit_log a')
  const leaks = rows.flatMap(({ action, text }) =>
    [...desk.secrets].filter((secret) => text.includes(secret)).map((secret) => [action, secret]),
  )
  expect(leaks).toEqual([])
})
