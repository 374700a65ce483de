import type pg from 'pg'
import { medianCost } from './article-lines.ts'
import { signedCall } from './limit-lines.ts'
import { type Line, startCallServer } from './measure.ts'
import { seedMembers, seedNodes } from './seed.ts'

const [FEW, MANY] = [1000, 100_000]
const BAR = 3

/** Finding members by a middle part of their address among 100,000 against 1,000, in the list with its count and in the palette. */
export async function timeMembers(client: pg.Client, databaseUrl: string): Promise<Line[]> {
  await seedOperator(client)
  const server = await startCallServer(databaseUrl, false)
  const measured: number[][] = []
  for (const count of [FEW, MANY]) {
    await seedMembers(client, count)
    const parts = await middleParts(client)
    let turn = 0
    const next = (path: string) => () => {
      const q = parts[turn++ % parts.length] ?? ''
      return signedCall('GET', `${path}?q=${encodeURIComponent(q)}`, { q }, 'operator')
    }
    measured.push([await medianCost(client, server, next('/admin/users')), await medianCost(client, server, next('/admin/search'))])
  }
  await server.stop()
  return ['list of members', 'palette'].map((name, i) => {
    const [floor = 0, ours = 0] = measured.map((costs) => costs[i])
    const line = `${name}, by a middle part of an address, 100,000 against 1,000`
    return { name: line, ours, floor, ratio: ours / floor, bar: BAR, atMost: true, unit: 'µs of CPU' }
  })
}

/** What stands in the middle of some addresses, without its first three and last eight characters: nearly unique, as people type it. */
async function middleParts(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ part: string }>(
    `select substr(email_key, 4, length(email_key) - 11) as part from accounts where email_key like 'bench%' order by md5(email_key) limit 200`,
  )
  return rows.map(({ part }) => part)
}

async function seedOperator(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select 1 from groups')
  if (rowCount === 0) await seedNodes(client, 1)
  await seedMembers(client, 2)
  await client.query(`update accounts set role_id = (select id from staff_roles where key = 'owner') where id = 1`)
  await client.query(`
    insert into sessions (account_id, token_hash, device, ip, created_at, confirmed_at, rotated_at, last_used_at, expires_at)
    select 1, sha256(convert_to('operator', 'utf8')), 'bench', '127.0.0.1', now(), now(), now(), now(), now() + interval '1 day'`)
}
