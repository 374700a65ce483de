import { expect, test } from 'vitest'
import { atOnce, RACES } from '../../test/at-once.ts'
import { forFile, type Member, startApp } from '../../test/harness.ts'
import { resetTraffic } from '../subscriptions/reset-traffic.ts'

const MB = 2 ** 20
const QUOTA = 10 * 2 ** 30
const HOUR = 60 * 60_000
// 23:00 in Shanghai.
let now = new Date('2026-03-01T15:00:00Z')

const set = (values: Record<string, unknown>) => admin.call('PATCH', '/admin/settings', values)
const holder = (values = {}) => t.holder(groupId, { nextResetAt: new Date(now.getTime() + 48 * HOUR), anchorDay: 3, ...values })
const quota = async ({ id }: Member): Promise<number> => (await t.subscription(id)).transferEnable

const t = await forFile(startApp({ now: () => now }))
const [admin, { id: groupId }] = [await t.admin(), await t.group()]
await set({ 'checkin.enabled': true, 'checkin.min_mb': 5, 'checkin.max_mb': 7, 'site.timezone': 'Asia/Shanghai' })

test('a reward between the two settings is added once a day in the site’s calendar and ends with the cycle', async () => {
  const member = await holder()
  expect((await member.call('GET', '/muser/checkin')).body).toEqual({ enabled: true, min: 5 * MB, max: 7 * MB, today: null })
  const first = await member.call('POST', '/muser/checkin')
  expect([5, 6, 7]).toContain(first.body.today / MB)
  expect(await quota(member)).toBe(QUOTA + first.body.today)
  expect((await member.call('GET', '/muser/checkin')).body.today).toBe(first.body.today)
  const again = await member.call('POST', '/muser/checkin')
  expect([again.status, again.body.code]).toEqual([409, 'checkin.already'])

  const earlier = now
  now = new Date(now.getTime() + HOUR)
  expect((await member.call('GET', '/muser/checkin')).body.today).toBe(null)
  const second = await member.call('POST', '/muser/checkin')
  expect(await quota(member)).toBe(QUOTA + first.body.today + second.body.today)
  await resetTraffic(t.database, new Date(now.getTime() + 48 * HOUR), 'Asia/Shanghai')
  expect(await quota(member)).toBe(QUOTA)
  now = earlier
})

test('many calls at once win once', async () => {
  const member = await holder()
  const answers = await atOnce(() => member.call('POST', '/muser/checkin'))
  const won = answers.filter(({ status }) => status === 200)
  expect(won).toHaveLength(1)
  expect(answers.filter(({ body }) => body.code === 'checkin.already')).toHaveLength(RACES - 1)
  expect(await quota(member)).toBe(QUOTA + won[0]!.body.today)
})

test('strangers, members without a running plan, and everybody while check-ins are off win nothing', async () => {
  const none = await t.member()
  const ended = await holder({ expiresAt: new Date(now.getTime() - 1) })
  for (const member of [none, ended]) {
    const answer = await member.call('POST', '/muser/checkin')
    expect([answer.status, answer.body.code]).toEqual([409, 'checkin.needs_running_plan'])
    expect(answer.body.message).toContain('active plan')
    expect((await member.call('GET', '/muser/checkin')).body.today).toBe(null)
  }
  await set({ 'checkin.enabled': false })
  const member = await holder()
  expect((await member.call('POST', '/muser/checkin')).body.code).toBe('checkin.closed')
  expect(await quota(member)).toBe(QUOTA)
  await set({ 'checkin.enabled': true })
})

test('a minimum above the maximum gives the minimum', async () => {
  await set({ 'checkin.min_mb': 9, 'checkin.max_mb': 2 })
  expect((await (await holder()).call('POST', '/muser/checkin')).body.today).toBe(9 * MB)
})
