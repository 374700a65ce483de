import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { atOnce } from '../../../test/at-once.ts'
import { forFile, type Member, startApp } from '../../../test/harness.ts'
import { startPushService } from '../../../test/push-service.ts'
import { accounts } from '../../accounts/accounts.table.ts'
import { eventDeliveries, events } from '../../events/events.table.ts'
import { tell } from '../../events/tell.ts'
import { encryptPush } from './encrypt-push.ts'
import { createPushAccess, isPushService } from './push-access.ts'

const [t, push] = await Promise.all([forFile(startApp()), forFile(startPushService())])
beforeEach(() => {
  t.app.pushAccess.allowLoopback = true
  push.answers.clear()
})

const remind = ({ id }: Member) =>
  t.database.transaction((tx) => tell(tx, id, { type: 'usage_alert', cause: 'usage_alert 80', data: { threshold: 80 } }, t.app.now()))
const run = () => t.work('route_events', 'deliver_push_bulk')
async function withBrowser(member: Member) {
  const made = push.subscribe()
  const added = await member.call('POST', '/muser/reminders/push/add', made.subscription)
  expect(added.status, JSON.stringify(added.body)).toBe(200)
  return made
}
const at = (path: string) => push.received.filter(({ to }) => to === path)
const devices = async (member: Member): Promise<unknown[]> => (await member.call('GET', '/muser/reminders')).body.push.devices
const outcome = async ({ id }: Member) => {
  const rows = await t.database.db
    .select()
    .from(eventDeliveries)
    .innerJoin(events, eq(events.id, eventDeliveries.eventId))
    .where(eq(events.accountId, id))
  const [row] = rows.map((one) => one.event_deliveries).filter(({ channel }) => channel === 'push')
  return { isOver: row!.deliveredAt !== null, skipped: row!.skipped, tries: row!.tries }
}

test('a browser gets the message, encrypted for it and signed by the key that the page has', async () => {
  const member = await t.member()
  await t.database.db.update(accounts).set({ language: 'zh-CN' }).where(eq(accounts.id, member.id))
  const { key } = (await member.call('GET', '/muser/reminders')).body.push
  const { path } = await withBrowser(member)
  await remind(member)
  await run()
  const [got] = at(path)
  expect(got!.message).toEqual({
    title: '您的流量已使用超过 80%',
    path: '/user/traffics',
    tag: expect.stringMatching(/^event-\d+$/),
  })
  expect(got).toMatchObject({ key, claims: { aud: push.base, sub: expect.stringMatching(/^(mailto|https):/) } })
  const left = got!.claims.exp - t.app.now().getTime() / 1000
  expect(left).toBeGreaterThan(3600)
  expect(left).toBeLessThanOrEqual(24 * 3600)
  expect(got!.bytes.toString('latin1')).not.toContain('80%')
  const other = (await (await t.member()).call('GET', '/muser/reminders')).body.push.key
  expect(other, 'one key for the site').toBe(key)
})

test('many processes at once, and ten runs, show one message on each of a member’s browsers', async () => {
  const member = await t.member()
  const [one, two] = [await withBrowser(member), await withBrowser(member)]
  for (let times = 0; times < 10; times++) {
    await remind(member)
    await atOnce(run)
    t.travel(3_600_000)
  }
  expect([at(one.path).length, at(two.path).length]).toEqual([1, 1])
})

test.each([404, 410])('a browser for which the service answers %d is forgotten; the others stay', async (status) => {
  const member = await t.member()
  const [gone, kept] = [await withBrowser(member), await withBrowser(member)]
  push.answers.set(gone.path, status)
  await remind(member)
  await run()
  expect(await devices(member)).toMatchObject([{ endpoint: kept.subscription.endpoint }])
  expect([at(kept.path).length, await outcome(member)]).toEqual([1, { isOver: true, skipped: null, tries: 1 }])
})

test.each([429, 503])('while the service answers %d, the message is tried again and the browser stays', async (status) => {
  const member = await t.member()
  const { path } = await withBrowser(member)
  push.answers.set(path, status)
  await remind(member)
  await run()
  expect(await outcome(member)).toMatchObject({ isOver: false, tries: 1 })
  push.answers.clear()
  t.travel(60_000)
  await run()
  expect([at(path).length, (await devices(member)).length]).toEqual([1, 1])
})

test('a member without browsers, or whose only one is gone, got nothing, and that is recorded', async () => {
  const [none, gone] = [await t.member(), await t.member()]
  const { path } = await withBrowser(gone)
  push.answers.set(path, 410)
  for (const member of [none, gone]) await remind(member)
  await run()
  for (const member of [none, gone]) expect(await outcome(member)).toMatchObject({ isOver: true, skipped: 'no_address' })
})

test('a browser belongs to the member who added it last, and nobody removes another’s', async () => {
  const [first, second] = [await t.member(), await t.member()]
  const { subscription, path } = await withBrowser(first)
  expect((await second.call('POST', '/muser/reminders/push/remove', { endpoint: subscription.endpoint })).status).toBe(200)
  expect(await devices(first)).toHaveLength(1)
  await second.call('POST', '/muser/reminders/push/add', subscription)
  expect([(await devices(first)).length, (await devices(second)).length]).toEqual([0, 1])
  await remind(first)
  await run()
  expect(at(path)).toEqual([])
  await second.call('POST', '/muser/reminders/push/remove', { endpoint: subscription.endpoint })
  expect(await devices(second)).toEqual([])
})

test('only addresses of push services are kept and called', async () => {
  const member = await t.member()
  t.app.pushAccess.allowLoopback = false
  const { subscription } = push.subscribe()
  const refused = await member.call('POST', '/muser/reminders/push/add', subscription)
  expect([refused.status, refused.body.code]).toEqual([422, 'push.unknown_service'])
  for (const endpoint of [
    'http://fcm.googleapis.com/x',
    'https://fcm.googleapis.com.evil.example/x',
    'https://169.254.169.254/x',
    'https://evil.example/.push.apple.com',
    'https://fcm.googleapis.com:8443/x',
  ])
    expect(isPushService(endpoint, createPushAccess()), endpoint).toBe(false)
  for (const endpoint of [
    'https://fcm.googleapis.com/fcm/send/x',
    'https://updates.push.services.mozilla.com/wpush/v2/x',
    'https://wns2-par02p.notify.windows.com/w/?token=x',
    'https://web.push.apple.com/x',
  ])
    expect(isPushService(endpoint, createPushAccess()), endpoint).toBe(true)
})

test('a test reaches every browser at once, and says so; without one it says that it could not', async () => {
  const member = await t.member()
  expect((await member.call('POST', '/muser/reminders/test', { channel: 'push' })).body.code).toBe('reminder.unreachable')
  const { path } = await withBrowser(member)
  expect((await member.call('POST', '/muser/reminders/test', { channel: 'push' })).body).toEqual({ reached: 1 })
  expect(at(path)).toMatchObject([{ message: { title: 'Test from Portico: reminders arrive here' } }])
  for (let n = 0; n < 8; n++) await member.call('POST', '/muser/reminders/test', { channel: 'push' })
  expect((await member.call('POST', '/muser/reminders/test', { channel: 'push' })).status).toBe(429)
})

// RFC 8291, section 5: the browser's keys of the example open what we seal for its public key.
test('the keys of the standard’s example open our messages', () => {
  const browser = createECDH('prime256v1')
  browser.setPrivateKey(Buffer.from('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url'))
  const p256dh = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'
  expect(browser.getPublicKey('base64url')).toBe(p256dh)
  const body = encryptPush('When I grow up', { p256dh, auth: 'BTBZMqHH6r4Tts7J_aSIgg' })
  const [salt, sender, sealed] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)]
  const derive = (secret: Buffer, from: Buffer, info: string | Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, from, info, length))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender])
  const secret = derive(browser.computeSecret(sender), Buffer.from('BTBZMqHH6r4Tts7J_aSIgg', 'base64url'), info, 32)
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
  const open = createDecipheriv('aes-128-gcm', key, derive(secret, salt, 'Content-Encoding: nonce\0', 12))
  open.setAuthTag(sealed.subarray(-16))
  expect(Buffer.concat([open.update(sealed.subarray(0, -16)), open.final()]).toString()).toBe('When I grow up\u0002')
})
