import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { atOnce } from '../../test/at-once.ts'
import { openShop } from '../../test/gateways/shop.ts'
import { forFile, type Member, startApp } from '../../test/harness.ts'
import { messagesOf } from '../../test/messages-of.ts'
import { events } from '../events/events.table.ts'
import { noteExpiring } from './note-expiring.ts'
import { subscriptions } from './subscriptions.table.ts'

const DAY = 86_400_000
let now = new Date('2026-03-01T15:00:00Z')
const later = (ms: number): Date => new Date(now.getTime() + ms)
const t = await forFile(startApp({ now: () => now }))
const { id: groupId } = await t.group()

type Values = Partial<typeof subscriptions.$inferInsert>
const change = ({ id }: Member, values: Values) => t.database.db.update(subscriptions).set(values).where(eq(subscriptions.accountId, id))
const holder = (values: Values) => t.holder(groupId, values)
const note = (...steps: number[]): Promise<void> => noteExpiring(t.database, steps.length > 0 ? steps : [3], now)
/** The ends that a member was reminded of, latest first, with `over` for those that no longer matter. */
const reminders = async (member: Member): Promise<unknown[]> =>
  (await messagesOf(member, 'plan_expiring')).map(({ data, ended }) => (ended ? [data['expires_at'], 'over'] : data['expires_at']))

test('a member is reminded once per term, some days before their own end, and it is over with the term', async () => {
  const [last, first] = [later(3 * DAY), later(3 * DAY + 1)]
  const [soon, later1] = [await holder({ expiresAt: last }), await holder({ expiresAt: first })]
  await atOnce(() => note())
  expect([await reminders(soon), await reminders(later1)]).toEqual([[last.toISOString()], []])
  now = later(1)
  await note()
  expect(await reminders(later1)).toEqual([first.toISOString()])
  const { unread_ids: ids } = (await soon.call('POST', '/api/msg/fetch', {})).body
  await soon.call('POST', '/muser/messages/read', { ids })
  await note()
  expect(await reminders(soon)).toEqual([last.toISOString()])
  now = last
  await note()
  expect(await reminders(soon)).toEqual([[last.toISOString(), 'over']])
})

test('who renews automatically, is banned, has no end or is past it is not reminded, nor anybody without steps', async () => {
  const soon = later(DAY)
  const members = [
    await holder({ expiresAt: soon, autoRenew: true }),
    await holder({ expiresAt: null }),
    await holder({ expiresAt: later(-1) }),
    await t.member(),
  ]
  const banned = await holder({ expiresAt: soon })
  await t.ban(banned.id)
  await note()
  for (const member of members) expect(await reminders(member)).toEqual([])
  const { rows } = await t.database.pool.query(`select from events where account_id = $1`, [banned.id])
  expect(rows).toEqual([])
  const other = await holder({ expiresAt: soon })
  await noteExpiring(t.database, [], now)
  expect(await reminders(other)).toEqual([])
})

test('a term that is renewed is over at once; another end set by hand, or automatic renewal, within minutes', async () => {
  const shop = await openShop(t)
  const plan = await t.plan()
  const { member: renewing, tradeNo: bought } = await shop.order(plan)
  const [first, second] = [later(DAY), later(2 * DAY)]
  await shop.takeCash(bought)
  await t.runJobs()
  await change(renewing, { expiresAt: first, nextResetAt: first })
  const [moved, automatic] = [await holder({ expiresAt: first }), await holder({ expiresAt: first })]
  await note()
  for (const member of [renewing, moved, automatic]) expect(await reminders(member)).toEqual([first.toISOString()])
  await shop.bought(plan, renewing)
  expect(await reminders(renewing)).toEqual([[first.toISOString(), 'over']])
  await change(moved, { expiresAt: second })
  await change(automatic, { autoRenew: true })
  await note()
  expect(await reminders(moved)).toEqual([second.toISOString(), [first.toISOString(), 'over']])
  expect(await reminders(automatic)).toEqual([[first.toISOString(), 'over']])
})

test('each step reminds once, the later one replaces the earlier, and a missed one is left out', async () => {
  const end = later(8 * DAY)
  const [member, missing] = [await holder({ expiresAt: end }), await holder({ expiresAt: end })]
  const steps = () => note(7, 3, 1)
  // Read from the table: sessions do not last that long.
  const told = async ({ id }: Member) => {
    const rows = await t.database.db.select().from(events).where(eq(events.accountId, id)).orderBy(events.id)
    return rows.map(({ cause, endedAt }) => [cause.split(' ')[2], endedAt === null])
  }
  await steps()
  expect(await told(member)).toEqual([])
  now = later(DAY)
  await change(missing, { autoRenew: true })
  await atOnce(steps)
  expect(await told(member)).toEqual([['7', true]])
  await change(missing, { autoRenew: false })
  now = later(4 * DAY)
  await atOnce(steps)
  expect([await told(member), await told(missing)]).toEqual([
    [
      ['7', false],
      ['3', true],
    ],
    [['3', true]],
  ])
  now = later(2 * DAY)
  await atOnce(steps)
  expect((await told(member)).at(-1)).toEqual(['1', true])
  now = end
  await steps()
  expect((await told(member)).map(([, isOpen]) => isOpen)).toEqual([false, false, false])
})
