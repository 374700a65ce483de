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
  const report = {}

  for (const storage of ['extended', 'external']) {
    await pool.query(`alter table traffic_batches alter account_ids set storage ${storage}, alter ups set storage ${storage}, alter downs set storage ${storage}`)
    const times: Record<string, number[]> = { bare: [], push: [] }
    for (let i = 0; i < 25; i++) {
      let s = performance.now(); await pool.query(bare, [p.accountIds, p.ups, p.downs]); if (i > 4) times.bare!.push(performance.now() - s)
      s = performance.now(); expect((await node.post('push', bodies[(storage === 'extended' ? 0 : 25) + i]!)).status).toBe(200); const e = performance.now(); if (i % 5 === 4) { const m = (globalThis as any).marks; console.log('before', (m[0][1] - s).toFixed(1), m.slice(1).map((x: any, j: number) => x[0] + ' ' + (x[1] - m[j][1]).toFixed(1)).join(', '), 'commit+answer', (e - m.at(-1)[1]).toFixed(1)) }
 if (i > 4) times.push!.push(performance.now() - s)
    }
    console.log(storage, 'bare', med(times.bare!), 'push', med(times.push!), Number(med(times.push!)) / Number(med(times.bare!)))
  }
  t.travel(5000)
  console.log('count', await timed(1, () => t.runJobs()))
  const s = await db.execute(sql`select count(*), sum(up+down), sum(billed_up+billed_down) from traffic_daily`)
  console.log(s.rows, report)
  console.log('user list', await timed(5, async () => { await db.execute(sql`update subscriptions set speed_limit = coalesce(speed_limit,0)+1 where account_id = ${ids[0]}`); const a = await node.pull('user'); expect(a.body.users.length).toBeGreaterThan(N - 1) }))
  const etag = (await node.pull('user')).headers.get('etag')!
  console.log('304', await timed(200, async () => { const a = await node.pull('user', { headers: { 'if-none-match': etag } }); expect(a.status).toBe(304) }))
}, 300000)
