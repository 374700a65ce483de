import { afterAll, expect, test } from 'vitest'
import { type Member, SETTINGS_KEY, startApp } from '../../test/harness.ts'
import { endProcess, type ServerProcess, startReady } from '../../test/server-process.ts'
import { mailSettings, startSmtp } from '../../test/smtp.ts'
import { tellMany } from '../events/tell.ts'

/** `npm run test:kills` kills fifty times. */
const KILLS = Math.min(50, Number(process.env['KILLS'] ?? 2))
const REMINDERS_A_KILL = 6
/** How long after the mail server has taken a mail the kill may fall: it is recorded within a few milliseconds. */
const LONGEST_DELAY_MS = 60

let servers: ServerProcess[] = []
let onMail = (): void => {}
// This process tells members; two real servers on the same database send, and are killed together while they do.
const t = await startApp()
const smtp = await startSmtp({
  onRcptTo: (_, __, done) => {
    onMail()
    done()
  },
})
const owner = await t.admin()
await owner.call('PATCH', '/admin/settings', mailSettings(smtp.port))
afterAll(async () => {
  await end()
  await t.stop()
  await smtp.stop()
})

const env = () => ({ DATABASE_URL: t.database.url, DATABASE_DIRECT_URL: t.ownerUrl, SETTINGS_KEY, LOG_LEVEL: 'silent' })
async function start(): Promise<void> {
  servers = await Promise.all([startReady(env()), startReady(env())])
}
const end = () => Promise.all(servers.map(({ child }) => endProcess(child, 'SIGKILL')))
const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

/** Those that a dead process had begun to send and not recorded. */
async function countTaken(): Promise<number> {
  return (await t.database.pool.query(`select count(*)::int as n from messages where status = 'queued' and tries > 0`)).rows[0].n
}

/** What a dead process had taken is free after two minutes; here at once. */
async function releaseTaken(): Promise<void> {
  await t.database.pool.query(`update event_deliveries set next_try_at = now() where delivered_at is null`)
  await t.database.pool.query(`update messages set next_try_at = now() where status = 'queued'`)
  // Its jobs too: the servers need not wait for the next minute.
  await t.asOwner('update graphile_worker._private_jobs set locked_at = null, locked_by = null where locked_at is not null')
}

let serial = 0
async function remind(members: Member[]): Promise<void> {
  const cause = `usage_alert ${++serial}`
  const events = members.map(({ id }) => ({ accountId: id, type: 'usage_alert' as const, cause, data: { threshold: 80 } }))
  await t.database.transaction((tx) => tellMany(tx, events, t.app.now()))
}

async function allSent(count: number): Promise<void> {
  const sent = async (): Promise<number> =>
    (await t.database.pool.query(`select count(*)::int as n from messages where event_id is not null and status = 'sent'`)).rows[0].n
  for (const until = Date.now() + 60_000; Date.now() < until && (await sent()) < count;) await pause(50)
  expect(await sent()).toBe(count)
}

test(
  `killed ${KILLS} times while two servers send, every reminder arrives, and only mails whose answer was lost arrive twice`,
  async () => {
    const members = await Promise.all(Array.from({ length: REMINDERS_A_KILL }, () => t.member()))
    await start()
    let [told, cut] = [0, 0]
    for (let kill = 0; kill < KILLS; kill++) {
      const target = 1 + Math.floor(Math.random() * REMINDERS_A_KILL)
      let seen = 0
      const killed = new Promise<void>((done) => {
        onMail = () => {
          if (++seen === target)
            void pause(Math.random() * LONGEST_DELAY_MS)
              .then(end)
              .then(() => done())
        }
      })
      await remind(members)
      told += members.length
      await killed
      onMail = () => {}
      cut += await countTaken()
      await releaseTaken()
      await start()
      await allSent(told)
    }
    const ids = smtp.mails.map(({ messageId }) => messageId)
    const { rows } = await t.database.pool.query(
      `select count(*)::int as n, count(distinct event_id)::int as events from messages where event_id is not null`,
    )
    expect(rows).toEqual([{ n: told, events: told }])
    expect(new Set(ids).size, 'every reminder arrived').toBe(told)
    const twice = ids.length - told
    // Each of the two servers had at most five mails under way.
    expect(twice).toBeLessThanOrEqual(2 * 5 * KILLS)
    process.stderr.write(
      `${KILLS} kills, ${told} reminders, ${cut} cut off while they were sent, ${twice} of them arrived twice because SMTP could not tell\n`,
    )
  },
  60_000 + KILLS * 60_000,
)
