import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { atOnce } from '../../test/at-once.ts'
import { forFile, startApp } from '../../test/harness.ts'
import { jobActor } from '../actor.ts'
import { checkLedger } from '../ledger/check-ledger.ts'
import { trafficDaily } from './traffic.table.ts'

const t = await forFile(startApp())
const { db } = t.database
const members = await Promise.all(Array.from({ length: 4 }, () => t.member()))
const nodes = [await t.node(), await t.node()]
// The last days of a month and the first of the next, as reports of one night have them.
const DAYS = ['2026-10-28', '2026-10-31', '2026-11-01', '2026-11-02']
const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!

/** What reports, and taking them back, do to the rows: sometimes several at once. */
async function change(): Promise<void> {
  const [account, node, day, bytes] = [pick(members).id, pick(nodes).id, pick(DAYS), pick([0, 1, 7])]
  const row = sql`account_id = ${account} and node_id = ${node} and day = ${day}`
  await pick([
    () =>
      db.execute(sql`insert into traffic_daily as old (account_id, node_id, day, up, down, billed_up, billed_down)
        select ${account}, ${node}, day, ${bytes}, 0, ${bytes}, 2 from unnest(array[${day}, '2026-11-03']::date[]) as day order by day
        on conflict (account_id, day, node_id) do update set up = old.up + excluded.up, billed_down = old.billed_down + 2`),
    () => db.execute(sql`update traffic_daily set up = 0, billed_up = 0 where ${row}`),
    () => db.execute(sql`delete from traffic_daily where ${row}`),
  ])()
}

/** The sums, added up here from single rows. */
async function expected() {
  const rows = await db.select().from(trafficDaily)
  const [byNode, used] = [new Map<string, number>(), rows.filter(({ up, down }) => up + down > 0)]
  for (const { day, nodeId, up, down, billedUp, billedDown } of rows) {
    const key = `${day} ${nodeId}`
    byNode.set(key, (byNode.get(key) ?? 0) + up + down * 3 + billedUp * 5 + billedDown * 7)
  }
  const of = (day: string) => new Set(used.filter((row) => row.day === day).map(({ accountId }) => accountId))
  const first = (account: number, month: string) =>
    used
      .filter((row) => row.accountId === account && row.day.startsWith(month))
      .map(({ day }) => day)
      .toSorted()[0]
  const active = [...DAYS, '2026-11-03'].map((day) => {
    const joined = [...of(day)].filter((account) => first(account, day.slice(0, 7)) === day)
    return `${day} ${of(day).size} ${joined.length}`
  })
  return { byNode: Object.fromEntries([...byNode].filter(([, sum]) => sum > 0)), active: active.filter((line) => !line.endsWith(' 0 0')) }
}

async function kept() {
  const sums = await db.execute<{ key: string; sum: number }>(sql`
    select day || ' ' || node_id as key, up + down * 3 + billed_up * 5 + billed_down * 7 as sum from traffic_days where up + down + billed_up + billed_down > 0`)
  const active = await db.execute<{ line: string }>(sql`
    select day || ' ' || sum(members) || ' ' || sum(joined) as line from active_days group by day
    having sum(members) <> 0 or sum(joined) <> 0 order by day`)
  return { byNode: Object.fromEntries(sums.rows.map(({ key, sum }) => [key, sum])), active: active.rows.map(({ line }) => line) }
}
const faults = async () => (await checkLedger(t.database, jobActor('check_ledger'), t.app.now())).faults.map(({ rule }) => rule)

test('sums by day and node, and active members by day and month, are those of the rows, whatever is reported or taken back at once', async () => {
  for (let round = 0; round < 12; round++) {
    await atOnce(change)
    expect(await kept()).toEqual(await expected())
  }
  const before = await kept()
  await t.work('tidy_sums')
  expect(await kept()).toEqual(before)
  expect(await faults()).toEqual([])
})

test.each([
  ['traffic_days', 'update traffic_days set up = up + 1 where day = (select max(day) from traffic_days)'],
  ['active_days', 'update active_days set joined = joined + 1 where day = (select max(day) from traffic_days)'],
  ['quarter_sums', 'update quarter_sums set members = members + 1 where members > 0'],
])('a sum in %s that its rows do not explain is found by the books check', async (rule, statement) => {
  await t.asOwner(`insert into traffic_daily select ${members[0]!.id}, ${nodes[0]!.id}, '2026-11-03', 5, 5, 5, 5 on conflict do nothing`)
  await t.asOwner(statement)
  expect(await faults()).toContain(rule)
})

test('more faults than fit on a stack are counted, and the first hundred are kept', async () => {
  const count = 130_000
  await t.asOwner(`set session_replication_role = replica;
    insert into ledger_accounts (kind, owner_id, currency, balance) select 'commission', 1000000 + n, 'CNY', 1 from generate_series(1, ${count}) n`)
  const check = await checkLedger(t.database, jobActor('check_ledger'), t.app.now())
  expect([check.faultCount >= count, check.faults.length]).toEqual([true, 100])
})
