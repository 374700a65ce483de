import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { emptySettings } from '@portico/contract/empty-settings'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { emailIdentity } from '../identities/write-identity.ts'
import { createAccount } from '../members/register.ts'
import { createApp, createFronts, createRouter } from '../build-app.ts'
import { readConfig } from '../config.ts'
import { connect } from '../db/client.ts'
import { startEmbedded } from '../db/embedded/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { closeServer, createHttpServer } from '../http/server.ts'
import { clusterIn, lose } from '../../test/lose-database.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

/** A server with a database of its own, and how to ask it for a profile. */
async function startOwn() {
  const directory = mkdtempSync(join(tmpdir(), 'portico-outage-'))
  chmodSync(directory, 0o755)
  const postgres = await startEmbedded(directory)
  await migrate(postgres.urls)
  const database = connect(postgres.urls.server)
  await database.pool.query(`insert into settings (key, value) values ('rules.cn', '"https://lists.example.com/cn.txt"')`)
  await database.pool.query(`
    insert into rule_lists (name, source, content, sha256, tried_at)
    values ('cn', 'https://lists.example.com/cn.txt', 'only-here.example.com', 'x', now())`)
  const config = readConfig({ PORT: '0' })
  if ('faults' in config) throw new Error(config.faults.join('\n'))
  const app = await createApp({ config, database, log: pino({ level: 'silent' }) })
  const server = createHttpServer(createRouter(app), createFronts(app))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const base = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const fetchLink = async (token: string, flag: string) => {
    const answer = await fetch(`${base}/s/${token}?flag=${flag}`)
    return { status: answer.status, text: await answer.text(), info: answer.headers.get('subscription-userinfo') }
  }
  ends.push(
    () => rmSync(directory, { recursive: true, force: true }),
    postgres.stop,
    database.close,
    () => closeServer(server, 1000),
  )
  return { directory, postgres, database, base, fetchLink }
}

test('while the database is down a known link gets its last answer, and so do rule lists; an unknown link is asked to wait', async () => {
  const { postgres, database, base, fetchLink } = await startOwn()
  const [seen = '', unseen = ''] = await seed(database)
  const before = await fetchLink(seen, 'mihomo')
  const singBox = await fetchLink(seen, 'sing-box')
  expect(singBox.text).toContain('only-here.example.com')
  expect(before).toMatchObject({ status: 200, info: expect.stringContaining('total=1000') })
  await postgres.stop()
  expect(await fetchLink(seen, 'mihomo')).toEqual(before)
  // Also in a format that was never requested before.
  expect(await fetchLink(seen, 'surge')).toMatchObject({ status: 200, text: expect.stringContaining('node.example.com') })
  // And for chosen nodes, though their limit cannot be counted now.
  expect(await fetchLink(seen, 'mihomo&types=trojan')).toMatchObject({ status: 200, text: expect.stringContaining('node.example.com') })
  expect(await fetchLink(unseen, 'mihomo')).toMatchObject({ status: 503 })
  // Lists too, of the operator's own and in a form that was never requested before.
  const list = await fetch(`${base}/rules/surge/cn.list`)
  expect([list.status, await list.text()]).toEqual([200, 'DOMAIN-SUFFIX,only-here.example.com\n'])
  expect(await fetchLink(seen, 'sing-box')).toEqual(singBox)
})

test('while the database hangs, a known link gets its last answer before apps give up', async () => {
  const { directory, database, fetchLink } = await startOwn()
  const [seen = ''] = await seed(database)
  const before = await fetchLink(seen, 'mihomo')
  const [paused, begun] = [lose(clusterIn(directory), 'paused', 9000), performance.now()]
  expect(await fetchLink(seen, 'mihomo')).toEqual(before)
  expect(performance.now() - begun).toBeLessThan(8000)
  await paused
})

/** Two members of a group with one node. Returns their link tokens. */
async function seed({ pool, transaction }: ReturnType<typeof connect>): Promise<string[]> {
  for (const n of [1, 2]) {
    await transaction((tx) =>
      createAccount(tx, { identity: emailIdentity(`m${n}@example.com`, null), password: 'a long password' }, new Date()),
    )
  }
  await pool.query(`insert into groups (name) values ('g')`)
  await pool.query(
    `insert into nodes (name, host, port, server_port, settings, secret_hash) values ('N', 'node.example.com', '443', 443, $1, '')`,
    [emptySettings('trojan')],
  )
  await pool.query('insert into node_groups (node_id, group_id) select n.id, g.id from nodes n, groups g')
  const { rows } = await pool.query<{ token: string }>(
    `update subscriptions set group_id = (select id from groups), transfer_enable = 1000, expires_at = now() + interval '1 day' returning token`,
  )
  return rows.map(({ token }) => token)
}
