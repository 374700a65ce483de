import { defaultSettings } from '@portico/contract/settings/registry'
import { afterAll, expect, test } from 'vitest'
import { createDatabase, runSql } from '../../../test/harness.ts'
import { connect } from '../client.ts'
import { migrate } from '../migrate.ts'
import { keepPartitions } from './keep-partitions.ts'

const { ownerUrl, serverUrl, drop } = await createDatabase('template_portico')
const database = connect(serverUrl)
afterAll(async () => {
  await database.close()
  await drop()
})

const keep = (day: string, kept = 0) =>
  keepPartitions(database, { ...defaultSettings, 'usage.kept_months': kept }, new Date(`${day}T04:51:00Z`))
const add = (day: string) => runSql(serverUrl, `insert into traffic_daily values (1, 1, '${day}', 1, 2, 3, 4)`)
const addAgain = (day: string) =>
  runSql(
    serverUrl,
    `insert into traffic_daily as old values (1, 1, '${day}', 1, 2, 3, 4)
    on conflict (account_id, day, node_id) do update set up = old.up + excluded.up`,
  )
const act = (at: string) => runSql(serverUrl, `insert into audit_log (at, action, entity, entity_id) values ('${at}', 'a.b', 'site', '')`)
const places = async (table: string, what: string): Promise<string[]> =>
  (
    await runSql(
      ownerUrl,
      `select concat_ws(' ', replace(tableoid::regclass::text, '${table}_', ''), ${what}) as place from ${table} order by 1`,
    )
  ).rows.map(({ place }) => place)
const names = async (table: string): Promise<string[]> =>
  (
    await runSql(ownerUrl, `select inhrelid::regclass::text as name from pg_inherits where inhparent = '${table}'::regclass order by 1`)
  ).rows.map(({ name }) => name)

test('after jobs stood still for half a year every row is in its month, once, with its number; adding it again adds to it', async () => {
  const days = ['2025-12-31', '2026-01-05', '2026-04-30', '2026-05-01', '2026-07-09', '2026-07-31']
  // As on a database whose owner lets the server's role do everything with new tables.
  await runSql(ownerUrl, 'alter default privileges in schema public grant all on tables to portico_server')
  await add('2026-01-05')
  await keep('2026-01-09')
  for (const day of days) await addAgain(day)
  for (const at of ['2026-04-30T23:59:59.9Z', '2026-05-01Z', '2026-07-09Z']) await act(at)
  const numbers = async () => (await runSql(serverUrl, 'select id from audit_log order by at')).rows
  const given = await numbers()
  expect(await places('traffic_daily', 'up')).toEqual(['2026_01_01 2', '2026_04_01 1', 'rest 1', 'rest 1', 'rest 1', 'rest 1'])
  await Promise.allSettled([keep('2026-07-09'), keep('2026-07-09')])
  await keep('2026-07-09')
  for (const day of days) {
    await addAgain(day)
    await expect(add(day), day).rejects.toThrow('duplicate key')
  }
  expect(await places('traffic_daily', 'day, up')).toEqual([
    '2026_01_01 2026-01-05 3',
    '2026_04_01 2026-04-30 2',
    '2026_05_01 2026-05-01 2',
    '2026_07_01 2026-07-09 2',
    '2026_07_01 2026-07-31 2',
    'rest 2025-12-31 2',
  ])
  expect(await places('audit_log', `to_char(at, 'MM')`)).toEqual(['2026_04_01 04', '2026_05_01 05', '2026_07_01 07'])
  expect(await numbers()).toEqual(given)
  await act('2026-07-10Z')
  expect((await numbers()).at(-1)?.id).toBeGreaterThan(given.at(-1)?.id)
  expect((await names('traffic_daily')).at(-2)).toBe('traffic_daily_2026_10_01')
})

test('a record has its rule in every partition, also in one that a restore has made, and the server’s role cannot drop them', async () => {
  const open = async () =>
    (
      await runSql(
        ownerUrl,
        `select p::text from (select inhrelid::regclass as p from pg_inherits where inhparent = 'audit_log'::regclass) parts
         where has_table_privilege('portico_server', p, 'update, delete, truncate')
           or not exists (select from pg_trigger where tgrelid = p and tgname = 'append_only' and tgenabled = 'O')`,
      )
    ).rows
  expect(await open()).toEqual([])
  await runSql(ownerUrl, `create table audit_log_restored partition of audit_log for values from ('2020-01-01') to ('2020-02-01')`)
  await migrate({ owner: ownerUrl, server: serverUrl })
  const records = await names('audit_log')
  expect(await open()).toEqual([])
  const [record] = records
  for (const change of [`update ${record} set reason = ''`, `delete from ${record}`, `truncate ${record}`]) {
    await expect(runSql(serverUrl, change), change).rejects.toThrow('permission denied')
    await expect(runSql(ownerUrl, change), change).rejects.toThrow('append-only')
  }
  await runSql(serverUrl, `select keep_partitions('audit_log', '1 month', '2030-01-01', '2030-01-01', '2030-02-01')`)
  expect(await names('audit_log')).toEqual(expect.arrayContaining(records))
})

test('months that are no longer kept go whole, and with them what is as old elsewhere; a table in use is left for the next night', async () => {
  const reader = connect(serverUrl)
  await reader.transaction(async (tx) => {
    await tx.execute('select from traffic_daily')
    await expect(keep('2026-07-09', 2)).rejects.toMatchObject({ cause: { code: '55P03' } })
  })
  await reader.close()
  expect(await places('traffic_daily', 'day')).toHaveLength(6)
  await keep('2026-07-09', 2)
  expect(await places('traffic_daily', 'day')).toEqual(['2026_05_01 2026-05-01', '2026_07_01 2026-07-09', '2026_07_01 2026-07-31'])
  expect((await names('traffic_daily'))[0]).toBe('traffic_daily_2026_05_01')
  expect(await places('audit_log', '1')).toHaveLength(4)
})
