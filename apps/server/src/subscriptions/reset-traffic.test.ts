import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { atOnce, RACES } from '../../test/at-once.ts'
import { forFile, type Member, startApp } from '../../test/harness.ts'
import { noLimits } from './conditions.ts'
import { addUsage, grantTerm, lockSubscription } from './change-subscription.ts'
import { resetAfter } from './reset-days.ts'
import { resetTraffic } from './reset-traffic.ts'
import { subscriptions } from './subscriptions.table.ts'
import { audited } from '../../test/audited.ts'

const ZONE = 'Asia/Shanghai'
const t = await forFile(startApp())

const at = (text: string): Date => new Date(`${text}:00+08:00`)
async function holder(begins: Date, months: number | null): Promise<number> {
  const [member, plan] = await Promise.all([t.member(), t.plan()])
  await grant(member.id, plan.id, plan.groupId, begins, months)
  return member.id
}
function grant(id: number, planId: number, groupId: number, begins: Date, months: number | null) {
  const given = { planId, groupId, transferEnable: 1000, ...noLimits, resetMode: 'monthly' as const, months }
  return t.database.transaction(async (tx) => grantTerm(tx, await lockSubscription(tx, id), given, begins, ZONE))
}
const use = (id: number, bytes: number) =>
  t.database.transaction((tx) => addUsage(tx, { accountIds: [id], ups: [0], downs: [bytes] }, t.app.now()))

test('bytes pushed during many resets are kept: only the old ones are cleared', async () => {
  const id = await holder(at('2027-01-15T08:00'), 12)
  await use(id, 100)
  const now = at('2027-02-15T09:00')
  await atOnce(() => resetTraffic(t.database, now, ZONE))
  await atOnce(() => use(id, 5))
  await resetTraffic(t.database, now, ZONE)
  expect((await t.subscription(id)).down).toBe(5 * RACES)
})

test('a member with a push in progress is reset as soon as the push is done', async () => {
  const ids = [await holder(at('2027-07-10T09:00'), 6), await holder(at('2027-07-10T09:00'), 6), await holder(at('2027-07-10T09:00'), 6)]
  for (const id of ids) await use(id, 500)
  const release = await t.hold(`update subscriptions set down = down + 1 where account_id in (${ids.slice(1).join()})`)
  const resetting = resetTraffic(t.database, at('2027-08-10T12:00'), ZONE)
  await expect.poll(async () => (await t.subscription(ids[0]!)).down).toBe(0)
  await release()
  expect(await resetting).toBeGreaterThanOrEqual(3)
  for (const id of ids) expect(await t.subscription(id)).toMatchObject({ down: 0, nextResetAt: at('2027-09-10T00:00') })
})

test.each(['Asia/Shanghai', 'America/New_York', 'Pacific/Auckland'])(
  'in %s every anchor day from 1 to 31 resets once in each of 48 months, on that day or the last there is, at midnight',
  (zone) => {
    const wall = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
    for (let anchor = 1; anchor <= 31; anchor++) {
      // A month of 31 days to begin in; the day itself is not asked of the code under test.
      let reset = new Date(`2027-01-${String(anchor).padStart(2, '0')}T12:00:00Z`)
      const day = Number(wall.format(reset).slice(8, 10))
      const [firstYear = 0, firstMonth = 0] = wall.format(reset).split('-').map(Number)
      for (let month = 1; month <= 48; month++) {
        reset = resetAfter(reset, { resetMode: 'monthly', anchorDay: day, zone })!
        const index = firstMonth - 1 + month
        const [year, monthOfYear] = [firstYear + Math.floor(index / 12), (index % 12) + 1]
        const last = new Date(Date.UTC(year, monthOfYear, 0)).getUTCDate()
        const expected = `${year}-${String(monthOfYear).padStart(2, '0')}-${String(Math.min(day, last)).padStart(2, '0')} 00:00`
        expect(wall.format(reset), `anchor ${day}, month ${month}`).toBe(expected)
      }
    }
  },
)

test.each([
  [
    'midnight does not exist on that day',
    'monthly',
    14,
    'America/Havana',
    ['2027-02-14T10:30-05:00', '2027-03-14T01:00-04:00', '2027-04-14T00:00-04:00'],
  ],
  [
    'the hour of the purchase does not exist on that day',
    'monthly',
    28,
    'Europe/Berlin',
    ['2027-02-28T02:30+01:00', '2027-03-28T00:00+01:00', '2027-04-28T00:00+02:00'],
  ],
  ['a member from before has an hour', 'monthly', 10, 'UTC', ['2027-04-10T09:00Z', '2027-05-10T00:00Z']],
  ['the site’s zone has changed', 'first_of_month', 1, 'UTC', ['2027-01-31T16:00Z', '2027-03-01T00:00Z']],
  [
    '29 February',
    'yearly',
    29,
    'UTC',
    ['2028-02-29T10:00Z', '2029-02-28T00:00Z', '2030-02-28T00:00Z', '2031-02-28T00:00Z', '2032-02-29T00:00Z'],
  ],
  ['bought on the last day of the year', 'january_first', 31, 'UTC', ['2027-12-31T20:00Z', '2029-01-01T00:00Z', '2030-01-01T00:00Z']],
] as const)('the next reset: %s', (_, resetMode, anchorDay, zone, [first, ...more]) => {
  let from = new Date(first)
  for (const next of more) {
    from = resetAfter(from, { resetMode, anchorDay, zone })!
    expect(from).toEqual(new Date(next))
  }
})

test('a member sees when their traffic resets, and nothing where their term ends first', async () => {
  const [member, other] = [await t.member(), await t.member()]
  const plan = await t.plan()
  const now = t.app.now()
  await grant(member.id, plan.id, plan.groupId, now, 3)
  await grant(other.id, plan.id, plan.groupId, now, null)
  const said = async (who: typeof member): Promise<string | null> => (await who.call('GET', '/muser/getSubscribe')).body.next_reset_at
  expect(await said(member)).toBe((await t.subscription(member.id)).nextResetAt!.toISOString())
  expect((await member.call('GET', '/muser/dashboard')).body.subscription.next_reset_at).toBe(await said(member))
  expect(await said(other)).toBeNull()
  await t.database.db
    .update(subscriptions)
    .set({ nextResetAt: (await t.subscription(member.id)).expiresAt })
    .where(eq(subscriptions.accountId, member.id))
  expect(await said(member)).toBeNull()
})

test('switching automatic renewal leaves an audit row; a click that changes nothing does not', async () => {
  const member = await t.member()
  const renew = (on: boolean) => member.call('POST', '/muser/update', { auto_renewal: on })
  for (const on of [true, true, false]) expect((await renew(on)).body).toMatchObject({ auto_renew: on })
  const by = { actorKind: 'member', actorId: member.id, action: 'member.set_auto_renew' }
  expect(await audited(t, 'member', member.id)).toMatchObject([
    { ...by, before: { autoRenew: false }, after: { autoRenew: true } },
    { ...by, before: { autoRenew: true }, after: { autoRenew: false } },
  ])
})

test('switching automatic renewal on again clears a problem with its pause; a pause alone stays', async () => {
  const member = await t.member()
  const renewAfter = new Date('2040-01-01T00:00:00.000Z')
  const { id: groupId } = await t.group()
  const pause = (renewProblem: 'balance.insufficient' | null) =>
    t.subscribe(member.id, groupId, { autoRenew: true, renewAfter, renewProblem })
  await pause('balance.insufficient')
  await member.call('POST', '/muser/update', { auto_renewal: true })
  expect(await t.subscription(member.id)).toMatchObject({ autoRenew: true, renewAfter: null, renewProblem: null })
  expect(await audited(t, 'member', member.id)).toMatchObject([
    {
      before: { renewAfter: renewAfter.toISOString(), renewProblem: 'balance.insufficient' },
      after: { renewAfter: null, renewProblem: null },
    },
  ])
  await pause(null)
  await member.call('POST', '/muser/update', { auto_renewal: true })
  expect(await t.subscription(member.id)).toMatchObject({ renewAfter, renewProblem: null })
})

test('the import links are those of the link in force, under the title of the site', async () => {
  const [member, other, admin] = [await t.member(), await t.member(), await t.admin()]
  const mihomo = async (who: Member) => {
    const { apps, formats } = (await who.call('GET', '/muser/importLinks')).body
    const { address, import_link } = apps.find((app: { name: string }) => app.name === 'Clash Verge / mihomo')
    return { address, title: new URL(import_link).searchParams.get('name'), flagged: formats[0].address }
  }
  const linkOf = async (who: Member) => (await who.call('GET', '/muser/getSubscribe')).body.subscribe_url
  const first = await linkOf(member)
  expect(await mihomo(member)).toEqual({ address: first, title: 'Portico', flagged: `${first}?flag=mihomo` })
  await member.call('GET', '/muser/resetSecurity')
  await admin.call('PATCH', '/admin/settings', { 'site.title': 'Renamed' })
  const second = await linkOf(member)
  expect(second).not.toBe(first)
  expect(await mihomo(member)).toEqual({ address: second, title: 'Renamed', flagged: `${second}?flag=mihomo` })
  expect((await mihomo(other)).address).toBe(await linkOf(other))
})

test('a new link is in the audit log with the caller, and the row shows no link', async () => {
  const [member, support] = [await t.member(), await t.staff('support')]
  const first = await t.subscription(member.id)
  expect((await member.call('GET', '/muser/resetSecurity')).status).toBe(200)
  const second = await t.subscription(member.id)
  const { subscribe_url } = (await support.call('POST', `/admin/users/${member.id}/secret`, { reason: 'leaked' })).body
  const third = await t.subscription(member.id)
  expect(subscribe_url).toContain(third.token)
  const sides = { before: { token: '***', uuid: '***' }, after: { token: '*** (new)', uuid: '*** (new)' } }
  const rows = await audited(t, 'member', member.id)
  expect(rows).toMatchObject([
    { actorKind: 'member', actorId: member.id, action: 'member.reset_secret', ...sides },
    { actorKind: 'staff', actorId: support.id, action: 'member.reset_secret', ...sides },
  ])
  for (const { token, uuid } of [first, second, third]) {
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(JSON.stringify(rows)).not.toContain(uuid)
  }
})

test('of many resets at once each replaces the one before, and the last link works', async () => {
  const member = await t.member()
  const answers = await atOnce(() => member.call('GET', '/muser/resetSecurity'))
  expect(answers.map(({ status }) => status)).toEqual(Array(RACES).fill(200))
  const links = answers.map(({ body }) => String(body.subscribe_url))
  expect(new Set(links).size).toBe(RACES)
  const works = await Promise.all(links.map(async (link) => (await fetch(link)).status === 200))
  expect(works.filter(Boolean)).toHaveLength(1)
  expect(await audited(t, 'member', member.id)).toHaveLength(RACES)
})
