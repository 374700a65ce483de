import type pg from 'pg'
import { cpuSeconds, pull, push } from './delivery-lines.ts'
import { backends } from './limit-lines.ts'
import { type Line, type Process, startServer } from './measure.ts'
import { NODE_SECRET } from './seed.ts'
import type { DatabaseUrls } from '../apps/server/src/db/urls.ts'

const [PULLS, PER_PUSH] = [12, 1000]
/** Numbers of devices begin here, those of accounts stay below. */
const FIRST_ROW = 2 ** 30
/** Processor time of the server and the database for a row of a node, in microseconds. */
type Cost = { rows: number; whole: number; one: number; push: number }
const WHAT = {
  whole: 'pull of the whole list, all changed',
  one: 'pull of the whole list, one changed',
  push: 'push, with its charge',
} as const

/** What a row costs when each member has three devices with links of their own, against one each. */
export async function timeDevices(client: pg.Client, urls: DatabaseUrls, nodeType: string): Promise<Line[]> {
  const costs: Cost[] = []
  for (const devices of [1, 3]) {
    await seedDevices(client, devices)
    const server = await startServer(urls)
    costs.push(await costOf(client, server, nodeType))
    await server.stop()
  }
  const [one, three] = costs as [Cost, Cost]
  console.log(`rows at a node: ${one.rows} with one device each, ${three.rows} with three`)
  return (['whole', 'one', 'push'] as const).map((what) => ({
    name: `${WHAT[what]}: a row of members with three devices against one`,
    ours: three[what],
    floor: one[what],
    ratio: three[what] / one[what],
    bar: 1.1,
    atMost: true,
    unit: 'µs',
  }))
}

async function costOf(client: pg.Client, { port, pid }: Process, nodeType: string): Promise<Cost> {
  const spent = async (): Promise<number> => [pid, ...(await backends(client))].reduce((sum, each) => sum + cpuSeconds(each), 0)
  const path = (action: string): string => `/api/v1/server/UniProxy/${action}?node_id=1&node_type=${nodeType}&token=${NODE_SECRET}`
  const pulled = async (change: string): Promise<number> => {
    let sum = 0
    for (let turn = 0; turn < PULLS; turn++) {
      await client.query(`update subscriptions set speed_limit = ${100 + turn} ${change}`)
      const began = await spent()
      await pull(port, path('user'))
      sum += (await spent()) - began
    }
    return sum / PULLS
  }
  const { users } = JSON.parse((await pull(port, path('user'))).body) as { users: { id: number }[] }
  const whole = await pulled('')
  await client.query('vacuum analyze subscriptions')
  const one = await pulled('where account_id = (select min(account_id) from subscriptions)')
  const ids = users.map(({ id }) => id).filter((id) => id >= FIRST_ROW)
  const began = await spent()
  for (let at = 0; at < ids.length; at += PER_PUSH) {
    const body = Object.fromEntries(ids.slice(at, at + PER_PUSH).map((id) => [id, [1000 + at, 2000]]))
    const status = await push(port, path('push'), JSON.stringify(body))
    if (status !== 200) throw new Error(`a push was answered with ${status}`)
  }
  const each = ((await spent()) - began) / ids.length
  return { rows: users.length, whole: (whole / users.length) * 1e6, one: (one / users.length) * 1e6, push: each * 1e6 }
}

/** Random numbers, as devices have them: they spread over the parts of a list. */
async function seedDevices(client: pg.Client, each: number): Promise<void> {
  await client.query(
    `insert into linked_devices (account_id, number, token, uuid, row_id, created_at)
     select account_id, n, md5('device' || account_id || ' ' || n), gen_random_uuid(), $2 + (random() * 1073741000)::bigint, now()
     from subscriptions, generate_series(1, $1::int) n
     on conflict do nothing`,
    [each, FIRST_ROW],
  )
  await client.query(`update subscriptions s set own_devices = (select count(*) from linked_devices d where d.account_id = s.account_id)`)
  await client.query('vacuum analyze subscriptions')
  await client.query('vacuum analyze linked_devices')
}
