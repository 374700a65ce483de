import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { createJobs } from '../src/build-app.ts'
import { enqueue, startJobs } from '../src/jobs/queue.ts'
import { sendMessage } from '../src/messages/send-message.ts'
import { startApp } from './harness.ts'
import { mailSettings, startSmtp } from './smtp.ts'

/** Answers that the mail server has not given yet. */
let held: (() => void)[] = []
const t = await startApp()
const smtp = await startSmtp({ onRcptTo: (_, __, done) => void held.push(done) })
const owner = await t.admin()
await owner.call('PATCH', '/admin/settings', mailSettings(smtp.port))
afterAll(async () => {
  for (const answer of held) answer()
  await t.stop()
  await smtp.stop()
})

const waiting = async (name: string): Promise<number> =>
  (await t.database.pool.query('select count(*)::int as n from graphile_worker.jobs where task_identifier = $1', [name])).rows[0].n

test('resets and gateways are served while a mail server holds three deliveries', async () => {
  const runner = await startJobs(t.database.pool, createJobs(t.app), pino({ level: 'silent' }))
  try {
    const { now, database } = t.app
    for (const n of [1, 2, 3]) {
      const to = { channel: 'email', address: `m${n}@example.com` } as const
      const message = { to, accountId: null, language: 'en', template: 'address_taken', data: {} } as const
      await database.transaction((tx) => sendMessage(tx, database.secrets, message, now()))
    }
    await expect.poll(() => held.length).toBe(3)
    await t.database.transaction(async (tx) => {
      await enqueue(tx, 'reset_traffic', {})
      await enqueue(tx, 'close_attempts', { order_id: 0 })
    })
    await expect.poll(async () => (await waiting('reset_traffic')) + (await waiting('close_attempts'))).toBe(0)
    expect(held, 'the mail server has not answered').toHaveLength(3)
  } finally {
    for (const answer of held.splice(0)) answer()
    await runner.stop()
  }
})
