import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { liftLimits } from '../../test/ask-code.ts'
import { atOnce, expectOne } from '../../test/at-once.ts'
import { audited } from '../../test/audited.ts'
import { forFile, type Member, PASSWORD, startApp, withToken } from '../../test/harness.ts'
import { accounts } from '../accounts/accounts.table.ts'
import { openClaims } from '../accounts/claims.ts'
import { createAccount } from '../members/register.ts'

const t = await forFile(startApp())
liftLimits(t)
const [admin, plan] = await Promise.all([t.admin(), t.plan()])

/** An account that nobody can sign in to, and its link. */
async function nobodys(formerName: string) {
  const now = t.app.now()
  const { id } = await t.database.transaction(async (tx) => {
    const made = await createAccount(tx, { identity: null, password: null, formerName }, now)
    await openClaims(tx, [made.id], now)
    return made
  })
  await t.subscribe(id, plan.groupId, { planId: plan.id, up: 7, down: 7 })
  return { id, link: `/s/${(await t.subscription(id)).token}` }
}
const link = (id: number, main: string, who = admin) => who.call('POST', `/admin/users/${id}/main`, { main, reason: 'one person' })
const unlink = (id: number, who = admin) => who.call('POST', `/admin/users/${id}/main/removal`, { reason: 'two after all' })
const choose = (who: Member, id: number) => who.call('POST', '/muser/accounts/choice', { id })
const listed = async (who: Member) => (await who.call('GET', '/muser/accounts')).body.items
const url = async (who: Member) => (await who.call('GET', '/muser/getSubscribe')).body.subscribe_url as string

test('a member uses linked accounts in one session: each has its plan, link, traffic and money, and the sign-in stays the member’s', async () => {
  const [main, second] = [await t.holder(plan.groupId, { up: 1, down: 1 }), await nobodys('Phone')]
  expect((await link(second.id, main.email)).status).toBe(200)
  expect(await listed(main)).toMatchObject([
    { id: main.id, chosen: true },
    { id: second.id, name: 'Phone', plan_name: 'Basic', chosen: false },
  ])
  await admin.call('POST', `/admin/users/${second.id}/balance`, { amount: 700, reason: 'moved' })
  const own = await url(main)
  expect((await choose(main, second.id)).status).toBe(200)
  expect(await url(main)).toContain(second.link)
  expect((await main.call('GET', '/muser/dashboard')).body.subscription.u).toBe(7)
  const { userInfo } = (await main.call('POST', '/muser/info')).body
  expect(userInfo).toMatchObject({
    id: main.id,
    email: main.email,
    chosen: { id: second.id, name: 'Phone' },
    has_linked: true,
    balance: 700,
  })
  // What signs in is the member's own: a password, sessions, ways to confirm.
  expect((await main.call('GET', '/muser/identities')).body.items).toMatchObject([{ label: main.email }])
  const order = await main.call('POST', '/muser/order/save', { plan_id: plan.id, period: 'month_price' })
  expect(order.status).toBe(200)
  const ordersOf = async (id: number) => (await admin.call('GET', '/admin/orders', { account_id: id })).body.items.length
  expect([await ordersOf(second.id), await ordersOf(main.id)]).toEqual([1, 0])
  expect((await main.call('POST', '/muser/update', { name: 'Ada', auto_renewal: false })).status).toBe(200)
  const names = await t.database.db.select({ id: accounts.id, name: accounts.name }).from(accounts)
  expect(names.filter(({ name }) => name === 'Ada')).toEqual([{ id: main.id, name: 'Ada' }])
  // Another session of the same member is not moved.
  const other = withToken(t.call, await t.signIn(main.id))
  expect((await other('GET', '/muser/getSubscribe')).body.subscribe_url).toBe(own)
  expect((await choose(main, main.id)).status).toBe(200)
  expect(await url(main)).toBe(own)
})

test('nobody chooses an account that is not linked to theirs, and unlinking ends it at once', async () => {
  const [main, stranger, second] = [await t.member(), await t.member(), await nobodys('Router')]
  await link(second.id, String(main.id))
  for (const id of [second.id, main.id]) expect((await choose(stranger, id)).status).toBe(404)
  await choose(main, second.id)
  const own = (await t.subscription(main.id)).token
  expect((await unlink(second.id)).status).toBe(200)
  expect(await url(main)).toContain(own)
  expect((await choose(main, second.id)).status).toBe(404)
  const rows = (await audited(t, 'member', second.id)).map(({ action, reason }) => [action, reason])
  expect(rows).toEqual([
    ['member.link', 'one person'],
    ['member.unlink', 'two after all'],
  ])
})

test('a suspended linked account cannot be used', async () => {
  const [main, second] = [await t.member(), await nobodys('Shut')]
  await link(second.id, main.email)
  await choose(main, second.id)
  await t.ban(second.id)
  expect(await url(main)).toContain((await t.subscription(main.id)).token)
  expect(await listed(main)).toHaveLength(1)
})

test('only an account that nobody signs in to is linked, to a member who does, and no further', async () => {
  const [main, other, second, third] = [await t.member(), await t.member(), await nobodys('A'), await nobodys('B')]
  const staff = await t.staff('support')
  const code = async (answer: ReturnType<typeof link>) => (await answer).body.code
  expect(await code(link(other.id, main.email))).toBe('account.not_linkable')
  expect(await code(link(second.id, staff.email))).toBe('account.not_main')
  expect(await code(link(second.id, String(second.id)))).toBe('account.not_main')
  expect(await code(link(second.id, 'nobody@example.com'))).toBe('account.not_main')
  expect((await link(second.id, main.email, staff)).status).toBe(404)
  expect((await link(second.id, main.email)).status).toBe(200)
  expect(await code(link(third.id, String(second.id)))).toBe('account.not_main')
  expect((await admin.call('POST', `/admin/users/${second.id}/identities`, { email: 'new@example.com', verified: true })).body.code).toBe(
    'account.linked',
  )
  expect((await admin.call('GET', `/admin/users/${main.id}/linked`)).body).toMatchObject({
    main: null,
    items: [{ id: second.id, label: 'A' }],
  })
  expect((await main.call('GET', '/muser/closing')).body.obstacles).toEqual(['linked'])
  await unlink(second.id)
  expect((await main.call('GET', '/muser/closing')).body.obstacles).toEqual([])
})

test('a member adds the account of a link to theirs: of many at once, one does, and nobody claims it then; staff take it back', async () => {
  const people = await atOnce(() => t.member())
  const { id, link: theirs } = await nobodys('Cottage')
  for (const person of people) await person.call('POST', '/muser/auth/confirm', { password: PASSWORD })
  expectOne(await atOnce((n) => people[n]!.call('POST', '/muser/accounts', { link: theirs })), 'claim.done')
  const claim = { link: theirs, email: 'late@example.com', password: PASSWORD }
  expect((await t.call('POST', '/muser/claim', claim)).body.code).toBe('claim.done')
  const winner = (await Promise.all(people.map(async (person) => ((await listed(person)).length > 1 ? [person] : [])))).flat()[0]!
  await choose(winner, id)
  expect((await winner.call('GET', '/muser/resetSecurity')).body.code).toBe('claim.fresh')
  expect((await admin.call('POST', `/admin/users/${id}/claim/undoing`, { reopen: true, reason: 'not theirs' })).status).toBe(200)
  expect(await listed(winner)).toHaveLength(1)
  const [row] = await t.database.db.select().from(accounts).where(eq(accounts.id, id))
  expect(row).toMatchObject({ mainId: null, claimedAt: null, claimableAt: expect.any(Date) })
})
