import { urlOf } from '@portico/contract/endpoint'
import { describe, expect, test } from 'vitest'
import { forFile, startApp } from '../../../test/harness.ts'
import { signed } from '../../../test/signed.ts'

const ROWS = 11_000

const t = await forFile(startApp())
const admin = await t.admin()
const member = await t.member()
await t.asOwner(`
  insert into accounts (email, email_key, password_hash, created_at)
    select '=' || n || '@many.example', n || '@many.example', 'x', timestamptz '2026-01-15 12:00Z' + n % 2 * interval '1 month'
    from generate_series(1, ${ROWS}) n;
  insert into subscriptions (account_id, token, uuid)
    select id, 'many-' || id, gen_random_uuid() from accounts where email like '%@many.example';
  insert into orders (trade_no, account_id, type, status, currency, price_amount, total_amount, created_at, expires_at, paid_at)
    select 'MANY' || n, ${member.id}, 'topup', 'completed', 'CNY', 100, 100,
      timestamptz '2026-01-31 12:00Z', timestamptz '2026-02-01', timestamptz '2026-01-31 12:00Z' + n % 2 * interval '1 day'
    from generate_series(1, ${ROWS}) n;
  insert into withdrawals (withdrawal_no, account_id, status, currency, amount, fee_amount, method, destination, created_at, closed_at)
    select 'MANY' || n, ${member.id}, 'cancelled', 'CNY', 100, 0, 'Alipay', '@' || n, now(), now() from generate_series(1, ${ROWS}) n;
  insert into coupons (code, name, kind, value, created_at)
    select 'MANY' || n, '+' || n, 'percent', 10, now() from generate_series(1, ${ROWS}) n;
  insert into redeem_templates (name, kind, value, created_at) values ('Gift', 'balance', 100, now());
  insert into redeem_batches (template_id, name, count, max_uses, created_at) values (1, 'Many', ${ROWS}, 1, now());
  insert into redeem_codes (batch_id, code, max_uses) select 1, 'MANY' || n, 1 from generate_series(1, ${ROWS}) n;
  insert into ledger_accounts (kind, currency) values ('site', 'CNY'), ('revenue', 'CNY');
  with made as (
    insert into ledger_transactions (kind, key, note, created_at)
    select 'order.paid', 'many:' || n, 'MANY' || n, now() from generate_series(1, ${ROWS / 2}) n returning id
  ) insert into ledger_entries (transaction_id, ledger_account_id, currency, amount)
    select made.id, a.id, 'CNY', case a.kind when 'site' then -1 else 1 end from made, ledger_accounts a where a.kind in ('site', 'revenue');`)

describe('money row 14: an export is complete', () => {
  test.each([
    ['orders', '/admin/orders/export', { q: '', sort: 'total_amount' }, 0],
    ['members', '/admin/users/export', { q: '' }, 1],
    ['withdrawals', '/admin/withdrawals/export', { sort: '-amount' }, 0],
    ['coupons', '/admin/coupons/export', { sort: 'code' }, 0],
    ['codes', '/admin/vipcard/batches/1/export', { scope: 'all' }, 0],
    ['ledger entries', '/admin/ledger/export', { what: 'transactions' }, null],
  ])('11,000 %s leave as CSV, each once', async (_, path, query, key) => {
    const { status, body } = await admin.call('GET', path, query)
    expect(status).toBe(200)
    const lines = (body.csv as string).trimEnd().split('\r\n').slice(1)
    expect(body.rows).toBe(lines.length)
    expect(lines.length).toBeGreaterThanOrEqual(ROWS)
    if (key !== null) expect(new Set(lines.map((line) => line.split(',')[key])).size).toBe(lines.length)
    expect(body.csv).not.toMatch(/(^|,)[=+@]/m)
    const { rows } = await t.asOwner(`select after->>'exported' as n from audit_log where action like '%.export' order by id desc limit 1`)
    expect(Number(rows[0].n)).toBe(body.rows)
  })

  test('days choose the rows, by the day they were made or the day they were paid', async () => {
    const count = async (path: string, query: object) => (await admin.call('GET', path, { ...query })).body.rows
    const january = { from: '2026-01-01', to: '2026-01-31' }
    expect(await count('/admin/orders/export', january)).toBe(ROWS)
    expect(await count('/admin/orders/export', { ...january, time: 'paid' })).toBe(ROWS / 2)
    expect(await count('/admin/users/export', january)).toBe(ROWS / 2)
    expect(await count('/admin/withdrawals/export', january)).toBe(0)
    expect(await count('/admin/coupons/export', january)).toBe(0)
    expect((await admin.call('GET', '/admin/orders', { ...january, time: 'paid' })).body.total).toBe(ROWS / 2)
  })
})

const open = (path: string): Promise<Response> => fetch(`${t.base}${urlOf(path)}`, { headers: { 'x-token': admin.token, ...signed({}) } })
/** Exports that wait for their reader. */
const EXPORTING = `from pg_stat_activity where datname = current_database()
  and state = 'idle in transaction' and state_change < now() - interval '0.5 second'`
const cursors = async (): Promise<number> => Number((await t.asOwner(`select count(*) as n ${EXPORTING}`)).rows[0].n)

test('rows are read no faster than they are taken, and a reader who goes away frees the connection', async () => {
  await t.asOwner(`update orders set payment_name = repeat('long ', 600)`)
  const response = await open('/admin/orders/export')
  const reader = response.body!.getReader()
  const first = await reader.read()
  expect(new TextDecoder().decode(first.value)).toMatch(/^\{"csv":"/)
  // 33 MB are asked for. The server stops at what the sockets hold.
  await expect.poll(cursors).toBe(1)
  await reader.cancel()
  await expect.poll(cursors).toBe(0)
})

test('an export that breaks off is no JSON, and stays in the audit log', async () => {
  const response = await open('/admin/orders/export')
  await expect.poll(cursors).toBe(1)
  await t.asOwner(`select pg_terminate_backend(pid) ${EXPORTING}`)
  expect(response.status).toBe(200)
  await expect(response.json()).rejects.toThrow(TypeError)
  const { rows } = await t.asOwner(`select after->>'exported' as n from audit_log where action = 'order.export' order by id desc limit 1`)
  expect(Number(rows[0].n)).toBe(ROWS)
})

test('an export that cannot begin is answered as any call', async () => {
  expect(await admin.call('GET', '/admin/vipcard/batches/99/export')).toMatchObject({ status: 404, body: { code: 'not_found' } })
  const { call } = await t.staff('support')
  expect((await call('GET', '/admin/orders/export')).status).toBe(404)
})
