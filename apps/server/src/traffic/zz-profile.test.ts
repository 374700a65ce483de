import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/harness.ts'
import { addUsage } from '../subscriptions/change-subscription.ts'
import { billedBytes } from './billed-bytes.ts'
import { readPush } from './read-push.ts'
import { trafficBatches } from './traffic.table.ts'

let t: TestApp
beforeAll(async () => { t = await startApp() })
afterAll(() => t.stop())
const med = (xs: number[]) => xs.sort((a, b) => a - b)[Math.floor(xs.length / 2)]!.toFixed(1)
async function timed(n: number, f: (i: number) => unknown) {
  const xs: number[] = []
  for (let i = 0; i < n; i++) { const s = performance.now(); await f(i); xs.push(performance.now() - s) }
  return `${med(xs)} (min ${xs[0]!.toFixed(1)})`
}
test('profile', async () => {
  const N = 10000, TOTAL = Number(process.env['TOTAL'] ?? 10000)
  const node = await t.node()
  const { db, pool, transaction } = t.database
  await db.execute(sql`insert into accounts (email, email_key, password_hash) select 'b'||i||'@example.com', 'b'||i||'@example.com', 'x' from generate_series(1, ${TOTAL}::int) i`)
  await db.execute(sql`insert into subscriptions (account_id, token, uuid, group_id, transfer_enable, expires_at) select id, md5(id::text), gen_random_uuid(), ${node.groupId}, 1000000000000, now() + interval '30 days' from accounts order by id`)
  await db.execute(sql`vacuum analyze subscriptions`)
  await db.execute(sql`analyze accounts`)
  const { rows } = await db.execute<{ id: number }>(sql`select account_id as id from subscriptions order by random() limit ${N}`)
  const ids = rows.map((r) => r.id).sort((a, b) => a - b)
  let k = 0
  const body = () => { k++; return JSON.stringify(Object.fromEntries(ids.map((id) => [id, [id * 7 + k, 1234567 + id + k]]))) }
  const bodies = Array.from({ length: 60 }, body)
  const p = readPush(bodies[0]!)!
  console.log('bytes', bodies[0]!.length)
  console.log('parse', await timed(20, (i) => readPush(bodies[i]!)))
  console.log('billed', await timed(20, () => [p.ups.map((x) => billedBytes(x, 150)), p.downs.map((x) => billedBytes(x, 150))]))
  const arr = (x: number[]) => `{${x.join(',')}}`
  const bare = 'update subscriptions s set up = s.up + t.up, down = s.down + t.down, used_at = now() from unnest($1::bigint[],$2::bigint[],$3::bigint[]) t(id,up,down) where s.account_id = t.id'
  for (let w = 0; w < 3; w++) await pool.query(bare, [arr(p.accountIds), arr(p.ups), arr(p.downs)])
  const ex = await pool.query('explain (analyze, buffers) ' + bare, [arr(p.accountIds), arr(p.ups), arr(p.downs)])
  console.log(ex.rows.map((r) => r['QUERY PLAN']).join('\n'))
  const report: Record<string, string> = {}
  for (let round = 0; round < 3; round++) {
  console.log('bare text arrays', await timed(15, () => pool.query(bare, [arr(p.accountIds), arr(p.ups), arr(p.downs)])))
  console.log('bare js arrays', await timed(15, () => pool.query(bare, [p.accountIds, p.ups, p.downs])))
  console.log('addUsage tx', await timed(15, () => transaction((tx) => addUsage(tx, p, new Date()))))
  console.log('batch insert', await timed(15, (i) => transaction((tx) => tx.insert(trafficBatches).values({ nodeId: node.id, batchKey: `x${round}-${i}-${Math.random()}`, bodyHash: Buffer.alloc(32), rate: 100, day: '2026-01-01', receivedAt: new Date(), accountIds: p.accountIds, ups: p.ups, downs: p.downs, countedAt: new Date() }))))
  console.log('lock select', await timed(15, () => transaction((tx) => tx.execute(sql`select account_id from subscriptions where account_id = any(${arr(p.accountIds)}::bigint[]) order by account_id for no key update`))))
  console.log('lock count', await timed(15, () => transaction((tx) => tx.execute(sql`select count(*) from (select 1 from subscriptions where account_id = any(${arr(p.accountIds)}::bigint[]) order by account_id for no key update) x`))))
  console.log('lock+addUsage', await timed(15, () => transaction(async (tx) => { await tx.execute(sql`select count(*) from (select 1 from subscriptions where account_id = any(${arr(p.accountIds)}::bigint[]) order by account_id for no key update) x`); await addUsage(tx, p, new Date()) })))
  console.log('nestloop addUsage', await timed(15, () => transaction(async (tx) => { await tx.execute(sql`select set_config('enable_hashjoin','off',true), set_config('enable_mergejoin','off',true)`); await addUsage(tx, p, new Date()) })))
  console.log('http push', await timed(15, async (i) => { expect((await node.post('push', bodies[round * 15 + i]!)).status).toBe(200) }))
  }
  console.log('count', await timed(1, () => t.runJobs()))
  const s = await db.execute(sql`select count(*), sum(up+down), sum(billed_up+billed_down) from traffic_daily`)
  console.log(s.rows, report)
  console.log('user list', await timed(5, async () => { await db.execute(sql`update subscriptions set speed_limit = coalesce(speed_limit,0)+1 where account_id = ${ids[0]}`); const a = await node.pull('user'); expect(a.body.users.length).toBeGreaterThan(N - 1) }))
  const etag = (await node.pull('user')).headers.get('etag')!
  console.log('304', await timed(200, async () => { const a = await node.pull('user', { headers: { 'if-none-match': etag } }); expect(a.status).toBe(304) }))
}, 300000)
