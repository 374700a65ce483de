import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { liftLimits, receiveCode } from '../../test/ask-code.ts'
import { atOnce, expectOne } from '../../test/at-once.ts'
import { audited } from '../../test/audited.ts'
import { forFile, PASSWORD, startApp, withToken } from '../../test/harness.ts'
import { accounts } from '../accounts/accounts.table.ts'
import { openClaims } from '../accounts/claims.ts'
import { jobActor } from '../actor.ts'
import { addLinks } from '../links/add-links.ts'
import { linkSources } from '../links/links.table.ts'
import { createAccount } from '../members/register.ts'

const t = await forFile(startApp())
liftLimits(t)
const [admin, plan] = await Promise.all([t.admin(), t.plan()])
await t.node({ groupIds: [plan.groupId], name: 'Tokyo' })
const paths = [{ path: '/old/{token}', format: null }]
const [source] = await t.database.db.insert(linkSources).values({ name: 'Old', kind: 'token', paths, createdAt: t.app.now() }).returning()
await t.app.reloadSettings()

let serial = 0
/** A member as an import makes them: without an address, with the name and the link of the old panel. */
async function moved(formerName = `Mover_${++serial}`) {
  const [now, token] = [t.app.now(), `${formerName}-link`]
  const { id, label } = await t.database.transaction(async (tx) => {
    const made = await createAccount(tx, { identity: null, password: null, formerName }, now)
    await addLinks(tx, jobActor('import'), source!.id, [{ accountId: made.id, token }], now)
    expect(await openClaims(tx, [made.id], now)).toEqual([made.id])
    return made
  })
  await t.subscribe(id, plan.groupId, { planId: plan.id })
  return { id, label, link: `https://old.example.com/old/${token}`, path: `/old/${token}` }
}
const claim = (link: string, email: string, more: object = {}) =>
  t.call('POST', '/muser/claim', { link, email, password: PASSWORD, ...more })
const get = async (path: string, agent = 'v2rayN/7.0'): Promise<string> => {
  const headers = { 'user-agent': agent, accept: agent.startsWith('Mozilla') ? 'text/html' : '*/*' }
  return (await fetch(t.base + path, { headers })).text()
}
const names = async (path: string): Promise<string> => decodeURIComponent(Buffer.from(await get(path), 'base64').toString())
const undo = (id: number, reopen: boolean) => admin.call('POST', `/admin/users/${id}/claim/undoing`, { reopen, reason: 'a friend did it' })
const row = async (id: number) => (await t.database.db.select().from(accounts).where(eq(accounts.id, id)))[0]!

test('a member without an address is known by the name they had, and claims the account by its link with address and password', async () => {
  const { id, label, link, path } = await moved()
  expect(label).toBe(`Mover_${serial}`)
  const find = async (q: string) => (await admin.call('GET', '/admin/users', { q })).body.items
  expect(await find(label.toLowerCase())).toMatchObject([{ id, label, former_name: label, found_by: 'former_name', email: null }])
  expect((await t.call('POST', '/muser/claim/check', { link })).body).toEqual({ plan_name: 'Basic', expires_at: expect.any(String) })
  const browser = 'Mozilla/5.0 Chrome/140.0.0.0 Safari/537.36'
  expect(await get(path, browser)).toContain('/claim#')
  const entered = await claim(path, 'ada@example.com')
  expect(entered).toMatchObject({ status: 200, body: { name: label } })
  const me = withToken(t.call, entered.body.x_token)
  expect((await me('POST', '/muser/info')).body.userInfo).toMatchObject({ id, email: 'ada@example.com' })
  expect((await t.call('POST', '/muser/auth/login', { email: 'ada@example.com', password: PASSWORD })).status).toBe(200)
  expect((await find(label))[0]).toMatchObject({ label: 'ada@example.com', claimable_at: null, claimed_at: expect.any(String) })
  expect((await claim(link, 'eve@example.com')).body.code).toBe('claim.done')
  expect(await audited(t, 'member', id)).toContainEqual(
    expect.objectContaining({ action: 'member.claim', after: expect.objectContaining({ email: 'ada@example.com' }) }),
  )
})

test('of many who claim an account at once, one does', async () => {
  const { id, link } = await moved()
  const answers = await atOnce((n) => claim(link, `racer${n}@example.com`))
  expectOne(answers, 'claim.done')
  const { identities } = (await admin.call('GET', `/admin/users/${id}/sign-in`)).body
  expect(identities).toHaveLength(1)
})

test('an address is proved as at registration, also while registration is closed; a known one is told to nobody', async () => {
  const { link } = await moved()
  await admin.call('PATCH', '/admin/settings', { 'account.verify_email': true, 'site.registration_open': false })
  await t.app.reloadSettings()
  expect((await claim(link, 'bob@example.com')).body.code).toBe('code.needed')
  const known = await t.member()
  const theirs = await receiveCode(t, 'claim', { email: known.email })
  expect((await claim(link, known.email, theirs)).body.code).toBe('account.email_taken')
  const code = await receiveCode(t, 'claim', { email: 'bob@example.com' })
  expect((await claim(link, 'other@example.com', code)).body.code).toBe('code.wrong')
  expect((await claim(link, 'bob@example.com', code)).status).toBe(200)
  await admin.call('PATCH', '/admin/settings', { 'account.verify_email': false, 'site.registration_open': true })
  await t.app.reloadSettings()
})

test('for a week after a claim the links stay, the account cannot be closed, and the apps of all who have a link say what happened', async () => {
  const { id, link, path } = await moved()
  expect(await names(path)).not.toContain('claimed')
  const me = withToken(t.call, (await claim(link, `thief${id}@example.com`)).body.x_token)
  expect(await names(path)).toMatch(/^ss:\S*#Account claimed by link/)
  expect(await get(path, 'mihomo/1.19.0')).toContain('Not you? Contact support')
  await me('POST', '/muser/auth/confirm', { password: PASSWORD })
  const [{ id: linkId }] = (await me('GET', '/muser/links')).body.items
  for (const [method, asked] of [
    ['GET', '/muser/resetSecurity'],
    ['POST', `/muser/links/${linkId}/revocation`],
  ] as const)
    expect([asked, (await me(method, asked)).body.code]).toEqual([asked, 'claim.fresh'])
  expect((await me('POST', '/muser/destroy', { give_up: true })).body.code).toBe('claim.fresh')
  t.travel(7 * 86_400_000)
  expect(await names(path)).not.toContain('claimed')
  expect((await me('POST', `/muser/links/${linkId}/revocation`)).status).toBe(200)
})

test('staff take a claim back with a reason: whoever made it is out, links and plan stay, and it may be made once more', async () => {
  const { id, link, path } = await moved()
  const email = `thief${id}@example.com`
  const { x_token: token } = (await claim(link, email)).body
  const support = await t.staff('support')
  expect((await support.call('POST', `/admin/users/${id}/claim/undoing`, { reopen: true, reason: 'x' })).status).toBe(404)
  expectOne(await atOnce(() => undo(id, true)), 'claim.none')
  expect((await withToken(t.call, token)('POST', '/muser/info')).status).toBe(403)
  expect((await t.call('POST', '/muser/auth/login', { email, password: PASSWORD })).status).toBe(422)
  expect(await row(id)).toMatchObject({ email: null, passwordHash: null, claimedAt: null, claimableAt: expect.any(Date) })
  expect(await names(path)).toContain((await t.subscription(id)).uuid)
  expect((await claim(link, `owner${id}@example.com`)).status).toBe(200)
  expect((await undo(id, false)).status).toBe(200)
  expect((await claim(link, `third${id}@example.com`)).body.code).toBe('claim.closed')
})

test('no claim without a link that works, nor of an account that is not open to it', async () => {
  const refused = async (link: string) => (await claim(link, `x${++serial}@example.com`)).body.code
  const ordinary = await t.holder(plan.groupId)
  expect(await refused(`${t.base}/s/${(await t.subscription(ordinary.id)).token}`)).toBe('claim.closed')
  for (const link of ['https://old.example.com/old/nobody', 'hello', `${t.base}/s/${'0'.repeat(32)}`])
    expect([link, await refused(link)]).toEqual([link, 'claim.unknown'])
  const open = (id: number, to: boolean) => admin.call('POST', `/admin/users/${id}/claim`, { open: to, reason: 'asked' })
  expect((await open(ordinary.id, true)).body.code).toBe('claim.not_open')
  const given = await moved()
  expect((await admin.call('POST', `/admin/users/${given.id}/identities`, { email: 'given@example.com', verified: true })).status).toBe(200)
  expect(await refused(given.link)).toBe('claim.closed')
  const [shut, banned, late] = [await moved(), await moved(), await moved()]
  expect((await open(shut.id, false)).status).toBe(200)
  await t.ban(banned.id)
  for (const { link } of [shut, banned]) expect(await refused(link)).toBe('claim.closed')
  await admin.call('POST', `/admin/users/${late.id}/secret`, { reason: 'lost' })
  expect(await refused(late.link)).toBe('claim.unknown')
  const off = await moved()
  await admin.call('PATCH', '/admin/settings', { 'account.claim_days': 0 })
  await t.app.reloadSettings()
  expect(await refused(off.link)).toBe('claim.closed')
  await admin.call('PATCH', '/admin/settings', { 'account.claim_days': 30 })
  await t.app.reloadSettings()
  expect((await open(shut.id, true)).status).toBe(200)
  t.travel(30 * 86_400_000)
  expect(await refused(shut.link)).toBe('claim.closed')
})
