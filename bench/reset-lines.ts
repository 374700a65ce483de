import pg from 'pg'
import { connect } from '../apps/server/src/db/client.ts'
import { resetTraffic } from '../apps/server/src/subscriptions/reset-traffic.ts'
import type { Line } from './measure.ts'

const DUE = 200_000
const ROWS = 1000

/** Two hundred thousand cycles start at once during pushes of a thousand rows. No byte of the pushes may be lost. */
export async function timeResets(client: pg.Client, url: string): Promise<Line> {
  await client.query(
    `update subscriptions set group_id = 1, plan_id = 1, transfer_enable = 107374182400, up = 5, down = 5, anchor_day = 15,
       expires_at = now() + interval '1 year', next_reset_at = now() - interval '1 minute'
     where account_id in (select account_id from subscriptions order by account_id limit $1)`,
    [DUE],
  )
  await client.query('vacuum analyze subscriptions')
  const database = connect(url, { max: 4 })
  const pusher = new pg.Client(url)
  await pusher.connect()
  const { rows } = await client.query<{ id: number }>(
    'select account_id as id from subscriptions where up = 5 order by random() limit $1',
    [ROWS],
  )
  const ids = rows.map(({ id }) => id)
  let pushes = 0
  const state = { done: false }
  const from = performance.now()
  const resetting = resetTraffic(database, new Date(), 'Asia/Shanghai').finally(() => {
    state.done = true
  })
  while (!state.done) {
    await pusher.query('update subscriptions set down = down + 7 where account_id = any($1)', [ids])
    pushes++
  }
  const reset = await resetting
  const seconds = (performance.now() - from) / 1000
  const left = await client.query<{ n: number }>('select count(*)::int as n from subscriptions where up = 5 or (down % 7) not in (0)')
  await pusher.end()
  await database.close()
  return {
    name: `${DUE} cycles begun while ${pushes} pushes of ${ROWS} rows went on`,
    ours: seconds,
    floor: null,
    ratio: seconds,
    bar: 60,
    atMost: true,
    unit: 's',
    failures: DUE - reset + (left.rows[0]?.n ?? 0),
  }
}
