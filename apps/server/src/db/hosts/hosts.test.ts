import { afterAll, expect, test } from 'vitest'
import { runSql } from '../../../test/harness.ts'
import { removeFolders } from '../../../test/server-process.ts'
import { startPair } from '../../../test/standby.ts'
import { connect } from '../client.ts'
import { listen } from '../listen.ts'
import { isAway } from '../pool/away.ts'
import { inHurry } from '../pool/purpose.ts'
import { hostsOf, readableUrl } from './host-list.ts'

const pair = await startPair()
const ends: (() => unknown)[] = [removeFolders, pair.stop]
afterAll(async () => {
  for (const end of ends.toReversed()) await end()
})

/** The standby stands first. */
const url = readableUrl(pair.at(pair.standby, pair.primary))!
const open = (given: Parameters<typeof connect>[1] = {}) => {
  const database = connect(url, given)
  ends.push(database.close)
  return database
}
const portOf = async ({ pool }: ReturnType<typeof connect>): Promise<number> =>
  (await pool.query<{ port: number }>('select inet_server_port() as port')).rows[0]!.port

test('an address may name several servers, each with its port; one that no URL can be made of is refused', () => {
  expect(hostsOf(readableUrl('postgres://u:p%40s@a:6000,[::1],b:6002/portico')!)).toEqual([
    { host: 'a', port: 6000 },
    { host: '::1', port: 5432 },
    { host: 'b', port: 6002 },
  ])
  expect(hostsOf('postgres:///portico?host=/run/postgresql')).toEqual([{ host: '/run/postgresql', port: 5432 }])
  expect(readableUrl('postgres://u:p@one/portico')).toBe('postgres://u:p@one/portico')
  for (const wrong of ['mysql://a,b/portico', 'postgres://a,,b/portico', 'postgres://a:1,b:x/portico'])
    expect(readableUrl(wrong)).toBeNull()
})

test('of several servers the one that takes writes is used; when it is killed, reads wait for the next one, and listeners hear that anything may have changed', async () => {
  const [database, hasty] = [open(), open({ times: { waitMs: 0 } })]
  await runSql(pair.at(pair.primary), 'create table kept (name text)')
  expect(await portOf(database)).toBe(pair.primary)
  const heard: (string | null)[] = []
  const listener = await listen(
    url,
    (what) => heard.push(what),
    () => {},
  )
  ends.push(listener.close)
  await database.transaction((tx) => tx.execute(`insert into kept values ('before')`))
  await expect.poll(async () => (await runSql(pair.at(pair.standby), 'select from kept')).rowCount).toBe(1)

  const begun = database.transaction(async (tx) => {
    await tx.execute(`insert into kept values ('half')`)
    pair.kill()
    await tx.execute('select pg_sleep(1)')
  })
  expect(isAway(await begun.catch((error: unknown) => error))).toBe(true)
  const read = portOf(database)
  const hurried = await inHurry(() => portOf(database)).catch((error: unknown) => error)
  expect(isAway(hurried)).toBe(true)
  expect(isAway(await portOf(hasty).catch((error: unknown) => error))).toBe(true)
  await runSql(pair.at(pair.standby), 'select pg_promote()')
  expect(await read).toBe(pair.standby)
  await database.transaction((tx) => tx.execute(`insert into kept values ('after')`))
  expect((await database.pool.query('select name from kept order by name')).rows).toEqual([{ name: 'after' }, { name: 'before' }])
  await expect.poll(() => heard).toContain(null)
})
