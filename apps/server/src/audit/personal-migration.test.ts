import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { forFile, startApp } from '../../test/harness.ts'

const t = await forFile(startApp())

const migration = readFileSync(new URL('../../migrations/0052_personal_data.sql', import.meta.url), 'utf8')
/** What it does to rows that are there, without the tables that it makes. */
const mending = migration.slice(migration.indexOf('ALTER TABLE "audit_log" DISABLE'))

test('rows from before name addresses by number, those of closed accounts name none, and the log stays append-only', async () => {
  const [member, gone] = [await t.member(), await t.member()]
  const add = (entity: string, id: number | string, values: string) =>
    t.asOwner(
      `insert into audit_log (at, actor_kind, actor_id, ip, device, action, entity, entity_id, before, after, reason) values (now(), ${values.replace('$', `'${entity}', '${id}'`)})`,
    )
  await add(
    'member',
    member.id,
    `'staff', 1, '192.0.2.1', 'x', 'a.b', $, '{"email": "old@example.com"}', '{"email": "${member.email}"}', 'call +8613800001234'`,
  )
  await add('member', gone.id, `'member', ${gone.id}, '192.0.2.9', 'Her browser', 'a.b', $, null, '{"email": "gone@example.net"}', null`)
  await add('order', 'ABC123', `'job', null, null, null, 'a.b', $, null, null, 'asked by gone@example.net'`)
  await add('settings', '', `'staff', 1, null, null, 'settings.save', $, null, '{"mail.from": "site@example.com"}', null`)
  await t.asOwner(`update accounts set closed_at = now() where id = ${gone.id}`)
  await t.asOwner(mending.replaceAll('--> statement-breakpoint', ''))
  const { rows: raw } = await t.asOwner('select a::text as row from audit_log a order by id')
  const stored = raw.map(({ row }) => row).join('\n')
  for (const text of ['old@example.com', member.email, '+8613800001234', 'gone@example.net', '192.0.2.9', 'Her browser'])
    expect(stored).not.toContain(text)
  expect(stored).toContain('site@example.com')
  const { rows } =
    await t.asOwner(`select with_personal(before::text) as before, with_personal(after::text) as after, with_personal(reason) as reason,
    with_personal(ip) as ip from audit_log order by id`)
  expect(rows[0]).toEqual({
    before: '{"email": "old@example.com"}',
    after: `{"email": "${member.email}"}`,
    reason: 'call +8613800001234',
    ip: '192.0.2.1',
  })
  expect(rows[1]).toMatchObject({ after: `{"email": "#${gone.id}"}`, ip: `#${gone.id}` })
  expect(rows[2]!.reason).toBe('asked by •••')
  await expect(t.asOwner('update audit_log set reason = null')).rejects.toThrow(/append/)
})
