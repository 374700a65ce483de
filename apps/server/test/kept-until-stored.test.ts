import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { linkFetches } from '../src/link-fetches/link-fetches.table.ts'
import { nodeReports } from '../src/nodes/nodes.table.ts'
import { refusedNotifications } from '../src/refused-notifications/refused-notifications.table.ts'
import { signIns } from '../src/sign-ins/sign-ins.table.ts'
import { subscriptions } from '../src/subscriptions/subscriptions.table.ts'
import { messages } from '../src/messages/messages.table.ts'
import { mailSettings, startSmtp } from './smtp.ts'
import { createDatabase, forFile, runSql, startApp } from './harness.ts'
import { nodeData } from '../src/node-api/node-data.ts'
import { signInLog } from '../src/sign-ins/note-sign-ins.ts'
import { fetchLog } from '../src/link-fetches/fetch-log.ts'
import { refusalLog } from '../src/refused-notifications/note-refusals.ts'

const own = await createDatabase('template_portico')
const t = await forFile(startApp({ on: own }))

/** Allows connections or not, and ends those that are open. */
async function door(isOpen: boolean): Promise<void> {
  const [name, cluster] = [new URL(own.ownerUrl).pathname.slice(1), own.ownerUrl.replace(/[^/]+$/, 'postgres')]
  const cut = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`
  await runSql(cluster, `alter database ${name} allow_connections ${isOpen}; ${isOpen ? '' : cut}`)
}

test('a mail that the server took while the database went away is recorded when it is back, and sent once', async () => {
  let [mails, isGone] = [0, false]
  const smtp = await startSmtp({
    onData: (stream, _, done) => {
      stream.resume().on('end', () => {
        mails++
        void door(false).then(() => {
          isGone = true
          done()
        }, done)
      })
    },
  })
  const admin = await t.admin()
  await admin.call('PATCH', '/admin/settings', mailSettings(smtp.port))
  await t.call('POST', '/api/comm/sendEmailVerify', { email: 'somebody@example.com', purpose: 'register' })
  const sent = t.runJobs()
  await expect.poll(() => isGone).toBe(true)
  for (let n = 0; n < 20; n++) await expect(t.database.pool.query('select 1')).rejects.toMatchObject({ name: 'DatabaseAway' })
  await door(true)
  await sent.catch(() => {})
  t.travel(10 * 60_000)
  await t.runJobs()
  expect(await t.database.db.select({ status: messages.status }).from(messages)).toEqual([{ status: 'sent' }])
  expect(mails).toBe(1)
  await smtp.stop()
})

test('what happens while the database is away is stored once when it is back: fetches, sign-ins, refusals and pulls', async () => {
  const [member, node] = await Promise.all([t.member(), t.node()])
  const { app, database } = t
  const [row] = await database.db.select().from(subscriptions).where(eq(subscriptions.accountId, member.id))
  const place = { ip: '192.0.2.1', network: '192.0.2.1' }
  const refusal = {
    reason: 'not_genuine',
    methodId: null,
    driver: 'epay',
    query: new URLSearchParams(),
    rawBody: Buffer.from('x=1'),
  } as const
  const flush = () => Promise.all([fetchLog(app).flush(), signInLog(app).flush(), refusalLog(app).flush()])

  await door(false)
  fetchLog(app).note({ token: row!.token, userAgent: 'clash.meta/1.19.0', format: 'mihomo', address: place.ip })
  signInLog(app).note('signed_in', { accountId: member.id }, { ...place, device: 'test', language: 'en' })
  for (let n = 0; n < 30; n++) refusalLog(app).note({ ...refusal, ...place })
  nodeData(app).notePull(node.id)
  await flush()
  await door(true)
  await flush()
  await flush()

  expect(await database.db.$count(linkFetches, eq(linkFetches.accountId, member.id))).toBe(1)
  expect(await database.db.$count(signIns, eq(signIns.accountId, member.id))).toBe(1)
  const refused = await database.db.select().from(refusedNotifications)
  expect(refused.filter(({ reason }) => reason === 'not_genuine')).toHaveLength(20)
  expect(refused.filter(({ reason }) => reason === 'more').map(({ times }) => times)).toEqual([10])
  await expect.poll(() => database.db.$count(nodeReports, eq(nodeReports.nodeId, node.id))).toBe(1)
})
