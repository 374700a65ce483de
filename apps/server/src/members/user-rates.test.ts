import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { forFile, type Member, startApp } from '../../test/harness.ts'
import { accounts } from '../accounts/accounts.table.ts'

const t = await forFile(startApp())
const admin = await t.admin()

const read = async (id: number) => (await admin.call('GET', `/admin/users/${id}`)).body.user
const change = ({ id }: Member, values: object) => t.change(admin, id, values)

test('an operator sets a member’s own discount and rates; null uses the site’s', async () => {
  const member = await t.member()
  const none = { discount_percent: null, commission_rate: null, commission_mode: null, inviter_id: null, inviter_email: null }
  expect(await read(member.id)).toMatchObject(none)
  const set = await change(member, { discount_percent: 15, commission_rate: 0, commission_mode: 'every' })
  expect(set.body).toMatchObject({ discount_percent: 15, commission_rate: 0, commission_mode: 'every' })
  await change(member, { remarks: 'kept' })
  expect(await read(member.id)).toMatchObject({ discount_percent: 15, commission_rate: 0 })
  await change(member, { discount_percent: null, commission_rate: null, commission_mode: null })
  expect(await read(member.id)).toMatchObject(none)
})

test.each([
  ['discount_percent', 101],
  ['discount_percent', -1],
  ['discount_percent', 1.5],
  ['commission_rate', 101],
  ['commission_mode', 'never'],
  ['inviter', ''],
])('%s cannot be %j', async (field, value) => {
  const answer = await change(await t.member(), { [field]: value })
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [`change.${field}`]])
})

test('an inviter is set by id or by address in any spelling, and can be removed', async () => {
  const [member, inviter] = [await t.member(), await t.member()]
  const byAddress = await change(member, { inviter: ` ${inviter.email.toUpperCase()} ` })
  expect(byAddress.body).toMatchObject({ inviter_id: inviter.id, inviter_email: inviter.email })
  const finance = await t.staff(['money.adjust'])
  const given = await finance.call('POST', `/admin/users/${member.id}/balance`, { amount: 1, reason: 'a present' })
  expect([given.status, given.body.inviter_email], 'without members.read').toEqual([200, `#${inviter.id}`])
  expect((await change(member, { inviter: null })).body).toMatchObject({ inviter_id: null, inviter_email: null })
  expect((await change(member, { inviter: String(inviter.id) })).body.inviter_id).toBe(inviter.id)
  const { body: listed } = await admin.call('GET', '/admin/users', { q: member.email })
  expect(listed.items).toMatchObject([{ inviter_email: inviter.email }])
})

test('staff cannot raise what they earn through somebody whom they invited', async () => {
  const [me, colleague] = await Promise.all([1, 2].map(() => t.staff(['members.write', 'money.adjust'])))
  const [below, other] = [await t.member(), await t.member()]
  expect((await change(below, { inviter: String(me!.id) })).status).toBe(200)
  const tries = [
    [below, { commission_rate: 90 }],
    [below, { commission_mode: 'every' }],
    [other, { inviter: below.email }],
  ] as const
  for (const [member, wanted] of tries) {
    const version = (await admin.call('GET', `/admin/users/${member.id}`)).body.user.version
    const by = (who: Member) => who.call('PATCH', `/admin/users/${member.id}`, { version, change: wanted })
    expect((await by(me!)).body.code).toBe('staff.own_account')
    expect((await by(colleague!)).status).toBe(200)
  }
})

test('a member cannot be their own inviter or invited by their own invitee, and the inviter must exist', async () => {
  const [a, b, c] = [await t.member(), await t.member(), await t.member()]
  const refusal = async (member: Member, inviter: string) => {
    const { status, body } = await change(member, { inviter })
    return [status, body.code, Object.keys(body.errors ?? {})]
  }
  const cycle = [422, 'account.inviter_cycle', ['inviter']]
  await change(b, { inviter: a.email })
  await change(c, { inviter: b.email })
  expect(await refusal(a, a.email)).toEqual(cycle)
  expect(await refusal(a, b.email)).toEqual(cycle)
  expect(await refusal(a, String(c.id))).toEqual(cycle)
  for (const nobody of ['nobody@example.com', '999999']) {
    expect(await refusal(a, nobody)).toEqual([422, 'account.inviter_unknown', ['inviter']])
  }
  expect((await read(a.id)).inviter_id).toBeNull()
})

test('two operators at once cannot close a circle that neither closes alone', async () => {
  for (let round = 0; round < 5; round++) {
    const ring = await Promise.all(Array.from({ length: 4 }, () => t.member()))
    const answers = await Promise.all(ring.map((member, n) => change(member, { inviter: ring[(n + 1) % 4]!.email })))
    expect(answers.filter(({ body }) => body.code === 'account.inviter_cycle')).toHaveLength(1)
    const rows = await Promise.all(ring.map(({ id }) => t.database.db.select().from(accounts).where(eq(accounts.id, id))))
    expect(rows.flat().filter(({ inviterId }) => inviterId === null)).toHaveLength(1)
  }
})
