import { and, eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { atOnce } from '../../test/at-once.ts'
import { forFile, type Member, startApp } from '../../test/harness.ts'
import { createJobs } from '../build-app.ts'
import { connect } from '../db/client.ts'
import type { DeliveredEvent } from './channel.ts'
import { deliverDue } from './deliver-due.ts'
import { endEventsOf } from './end-events.ts'
import { eventDeliveries, events } from './events.table.ts'
import { tell, tellMany } from './tell.ts'

const SECOND = 1000
/** A channel that sends what it is given, after running `before`. */
function fakeChannel(name: string) {
  const channel = {
    name,
    sent: [] as DeliveredEvent[],
    before: async () => {},
    deliver: async (event: DeliveredEvent): Promise<void> => {
      await channel.before()
      channel.sent.push(event)
    },
    to: ({ id }: Member) => channel.sent.filter(({ accountId }) => accountId === id).map(({ content }) => content),
  }
  return channel
}
const [post, bot] = [fakeChannel('post'), fakeChannel('bot')]
const t = await forFile(startApp({ channels: [post, bot] }))
afterEach(() => {
  post.before = bot.before = async () => {}
})

const content = { type: 'usage_alert', data: { threshold: 80 } } as const
const alert = { ...content, cause: 'usage_alert 80' }
const notify = (member: Member) => t.database.transaction((tx) => tell(tx, member.id, alert, t.app.now()))
async function minute(): Promise<void> {
  for (const job of createJobs(t.app)) if (/^(route_events|deliver_)/.test(job.name)) await job.work(null)
}
const failing = async (): Promise<void> => {
  throw new Error('out of order')
}
const tries = async (member: Member, channel: string): Promise<number> => {
  const theirs = and(eq(events.accountId, member.id), eq(eventDeliveries.channel, channel))
  const [row] = await t.database.db.select().from(eventDeliveries).innerJoin(events, eq(events.id, eventDeliveries.eventId)).where(theirs)
  return row!.event_deliveries.tries
}

test('many processes at once deliver each event once per channel', async () => {
  const members = await Promise.all(Array.from({ length: 10 }, () => t.member()))
  for (const member of members) await notify(member)
  // Taking an event is slow here, so that the processes overlap.
  await t.asOwner(`
    create function dawdle() returns trigger language plpgsql as $$ begin perform pg_sleep(0.01); return new; end $$;
    create trigger dawdle before update on event_deliveries for each row execute function dawdle()`)
  await atOnce(minute)
  await t.asOwner('drop function dawdle cascade')
  await t.runJobs()
  for (const member of members) expect([post.to(member), bot.to(member)]).toEqual([[content], [content]])
})

test('a failing channel is retried with pauses until it works, without repeats on the other channel', async () => {
  const member = await t.member()
  post.before = failing
  await notify(member)
  await t.runJobs()
  expect([post.to(member), bot.to(member)]).toEqual([[], [content]])
  // The pauses are half a minute, then one, then two.
  t.travel(29 * SECOND)
  await minute()
  expect(await tries(member, 'post')).toBe(1)
  t.travel(SECOND)
  await minute()
  t.travel(60 * SECOND)
  await minute()
  expect(await tries(member, 'post')).toBe(3)
  post.before = async () => {}
  await minute()
  expect(post.to(member)).toEqual([])
  t.travel(120 * SECOND)
  await minute()
  await minute()
  expect([post.to(member), bot.to(member)]).toEqual([[content], [content]])
})

test('a channel is retried for as long as it fails, at least once an hour', async () => {
  const member = await t.member()
  post.before = failing
  await notify(member)
  await t.runJobs()
  for (let hour = 0; hour < 48; hour++) {
    t.travel(3600 * SECOND)
    await minute()
  }
  expect(await tries(member, 'post')).toBe(49)
  post.before = async () => {}
  t.travel(3600 * SECOND)
  await minute()
  expect(post.to(member)).toEqual([content])
})

test('while a channel is down a run stops early, and one undeliverable event does not delay others', async () => {
  const members = (await Promise.all(Array.from({ length: 8 }, () => t.member()))).toSorted((a, b) => a.id - b.id)
  let asked = 0
  post.before = async () => {
    asked++
    await failing()
  }
  await t.database.transaction((tx) =>
    tellMany(
      tx,
      members.map(({ id }) => ({ ...alert, accountId: id })),
      t.app.now(),
    ),
  )
  await t.runJobs()
  expect(asked).toBe(3)
  post.before = async () => {}
  await minute()
  expect(members.map((member) => post.to(member).length)).toEqual([0, 0, 0, 1, 1, 1, 1, 1])
  t.travel(30 * SECOND)
  await minute()
  for (const member of members) expect([post.to(member), bot.to(member)]).toEqual([[content], [content]])
})

test('a process that dies between sending and recording repeats what it was sending and nothing else', async () => {
  const members = (await Promise.all(Array.from({ length: 4 }, () => t.member()))).toSorted((a, b) => a.id - b.id)
  const dying = connect(t.database.url)
  const onError = (): void => {}
  for (const member of members) await notify(member)
  const [route] = createJobs(t.app).filter(({ name }) => name === 'route_events')
  await route!.work(null)
  let first = true
  const deadly = {
    name: 'post',
    deliver: async (event: DeliveredEvent): Promise<void> => {
      await post.deliver(event)
      if (post.to(members[1]!).length > 0 && first) {
        first = false
        await dying.close()
      }
    },
  }
  await expect(deliverDue(dying, deadly, { bulk: true, now: t.app.now, onError })).rejects.toThrow(/Failed query/)
  // One at first, then two at a time.
  expect(members.map((member) => post.to(member).length)).toEqual([1, 1, 1, 0])
  // What the dead process had taken stays with it for two minutes; the others need not wait.
  await minute()
  expect(members.map((member) => post.to(member).length)).toEqual([1, 1, 1, 1])
  t.travel(119 * SECOND)
  await minute()
  expect(members.map((member) => post.to(member).length)).toEqual([1, 1, 1, 1])
  t.travel(SECOND)
  await minute()
  t.travel(3600 * SECOND)
  await minute()
  expect(members.map((member) => post.to(member).length)).toEqual([1, 2, 2, 1])
  expect(members.map((member) => bot.to(member).length)).toEqual([1, 1, 1, 1])
})

test('what concerns one member is delivered while many others wait for what one cause brought them', async () => {
  const [member, ...others] = await Promise.all(Array.from({ length: 3 }, () => t.member()))
  for (const other of others) await notify(other)
  const earned = { type: 'commission_confirmed', data: { amount: 500, currency: 'CNY' } } as const
  await t.database.transaction((tx) => tell(tx, member!.id, { ...earned, cause: 'commission_confirmed 1' }, t.app.now()))
  await t.work('route_events', 'deliver_post')
  expect([member!, ...others].map((one) => post.to(one))).toEqual([[earned], [], []])
  await t.work('deliver_post_bulk')
  for (const other of others) expect(post.to(other)).toEqual([content])
})

test('an event that has ended is not delivered any more, even on a channel that has not sent it yet', async () => {
  const [failed, unseen] = [await t.member(), await t.member()]
  post.before = failing
  await notify(failed)
  await t.runJobs()
  await notify(unseen)
  await t.database.transaction((tx) => endEventsOf(tx, [failed.id, unseen.id], ['usage_alert'], t.app.now()))
  post.before = async () => {}
  t.travel(3600 * SECOND)
  await t.runJobs()
  await minute()
  expect([post.to(failed), bot.to(failed)]).toEqual([[], [content]])
  expect([post.to(unseen), bot.to(unseen)]).toEqual([[], []])
})

test('an event for ten thousand members is one job, then one for each channel', async () => {
  const { rows } = await t.database.pool.query(`
    insert into accounts (email, email_key, password_hash)
    select n || '@many.example', n || '@many.example', 'x' from generate_series(1, 10000) as n returning id`)
  const jobs = async (): Promise<number> => Number((await t.database.pool.query('select count(*) from graphile_worker.jobs')).rows[0].count)
  const before = await jobs()
  const many = rows.map(({ id }) => ({ ...alert, accountId: Number(id) }))
  await t.database.transaction((tx) => tellMany(tx, many, t.app.now()))
  expect((await jobs()) - before).toBe(1)
  const [route] = createJobs(t.app).filter(({ name }) => name === 'route_events')
  await route!.work(null)
  expect((await jobs()) - before).toBe(3)
  const { rows: due } = await t.database.pool.query(
    'select channel, count(*)::int as n from event_deliveries where delivered_at is null group by channel order by channel',
  )
  expect(due).toEqual([
    { channel: 'bot', n: 10_000 },
    { channel: 'post', n: 10_000 },
  ])
  await t.database.pool.query(`delete from events where account_id = any($1)`, [rows.map(({ id }) => id)])
})
