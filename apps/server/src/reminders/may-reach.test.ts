import { expect, test } from 'vitest'
import { forFile, startApp } from '../../test/harness.ts'
import { mayReach } from './may-reach.ts'
import { quietUntil } from './quiet-until.ts'
import { quietHours, reminderChoices } from './reminders.table.ts'

const t = await forFile(startApp())

const at = (time: string): Date => new Date(time)
const expiry = { kind: 'expiry', channel: 'mail' } as const
const reach = (accountId: number, now = t.app.now(), asked: { kind: 'expiry' | 'payment' | 'outage'; channel: 'mail' | 'push' } = expiry) =>
  mayReach(t.database.db, { accountId, ...asked }, now)

test('a member is reminded by default, of what asks for something', async () => {
  const { id } = await t.member()
  expect(await reach(id)).toBe(true)
  expect(await reach(id, t.app.now(), { kind: 'outage', channel: 'mail' })).toBe(false)
  expect(await reach(id, t.app.now(), { kind: 'outage', channel: 'push' })).toBe(true)
})

test('what a member switched off on one channel stays on on the other', async () => {
  const [{ id }, other] = [await t.member(), await t.member()]
  await t.database.db.insert(reminderChoices).values({ accountId: id, ...expiry, isOn: false })
  expect(await reach(id)).toBe(false)
  expect(await reach(id, t.app.now(), { kind: 'expiry', channel: 'push' })).toBe(true)
  expect(await reach(other.id)).toBe(true)
})

test('a suspended, closed or unknown account is never reminded', async () => {
  const [banned, closed] = [await t.member(), await t.member()]
  await t.ban(banned.id)
  await t.database.pool.query('update accounts set closed_at = now() where id = $1', [closed.id])
  expect([await reach(banned.id), await reach(closed.id), await reach(999_999)]).toEqual([false, false, false])
})

test('in the quiet hours a reminder waits for their end, unless it is about a payment', async () => {
  const { id } = await t.member()
  await t.database.db.insert(quietHours).values({ accountId: id, from: 22 * 60, until: 8 * 60, zone: 'Asia/Shanghai' })
  const night = at('2026-11-22T16:30:00Z')
  expect(await reach(id, night)).toEqual({ later: at('2026-11-23T00:00:00Z') })
  expect(await reach(id, at('2026-11-23T00:00:00Z'))).toBe(true)
  expect(await reach(id, night, { kind: 'payment', channel: 'mail' })).toBe(true)
})

test('quiet hours follow the clock of their zone, over midnight and through changes of the clock', () => {
  const night = { from: 22 * 60, until: 8 * 60, zone: 'Europe/Berlin' }
  expect(quietUntil(night, at('2026-01-10T20:59:00Z'))).toBeNull()
  expect(quietUntil(night, at('2026-01-10T21:00:00Z'))).toEqual(at('2026-01-11T07:00:00Z'))
  expect(quietUntil(night, at('2026-01-11T06:59:00Z'))).toEqual(at('2026-01-11T07:00:00Z'))
  expect(quietUntil(night, at('2026-01-11T07:00:00Z'))).toBeNull()
  // The clock goes forward in this night, and back in the other.
  expect(quietUntil(night, at('2026-03-28T22:00:00Z'))).toEqual(at('2026-03-29T06:00:00Z'))
  expect(quietUntil(night, at('2026-10-24T21:00:00Z'))).toEqual(at('2026-10-25T07:00:00Z'))
  const noon = { from: 12 * 60, until: 13 * 60 + 30, zone: 'UTC' }
  expect(quietUntil(noon, at('2026-01-10T12:10:00Z'))).toEqual(at('2026-01-10T13:30:00Z'))
  expect(quietUntil(noon, at('2026-01-10T13:30:00Z'))).toBeNull()
})
