import { asc } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { forFile, startApp } from '../../../test/harness.ts'
import { startSmsDesk } from '../../../test/sms-desk.ts'
import { messagesNoun } from '../messages.noun.ts'
import { messages } from '../messages.table.ts'
import { sendMessage } from '../send-message.ts'
import { signedCall } from './alibaba-signature.ts'

const t = await forFile(startApp())
const owner = await t.admin()
const desk = await forFile(startSmsDesk())
t.app.smsApis = desk.apis
beforeEach(async () => {
  await t.database.db.delete(messages)
  desk.sent.length = 0
})

async function use(settings: Record<string, unknown>): Promise<void> {
  expect((await owner.call('PATCH', '/admin/settings', settings)).status).toBe(200)
}
async function code(address: string, language: 'en' | 'zh-CN' = 'en'): Promise<void> {
  const to = { channel: 'sms' as const, address }
  const content = { template: 'code' as const, data: { purpose: 'confirm' as const, minutes: 10 }, secret: '482913' }
  await t.database.transaction((tx) => sendMessage(tx, t.database.secrets, { to, accountId: null, language, ...content }, t.app.now()))
  await t.runJobs()
}
const rows = () => t.database.db.select().from(messages).orderBy(asc(messages.id))
const tried = async (to = '+8613800000000') =>
  (await owner.call('POST', '/admin/messages/tests', { channel: 'sms', to, language: 'zh-CN', template: 'test' })).body

test('the signature is that of the provider’s own example', () => {
  const query = { RegionId: 'cn-shanghai', ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd' }
  const call = { host: 'ecs.cn-shanghai.aliyuncs.com', action: 'RunInstances', version: '2014-05-26', query }
  const when = { date: '2023-10-26T10:22:32Z', nonce: '3156853299f313e23d1673dc12e1703d' }
  const { headers } = signedCall({ ...call, ...when }, { id: 'YourAccessKeyId', secret: 'YourAccessKeySecret' })
  expect(headers.authorization).toContain('Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0')
})

test('Twilio sends the text of the message', async () => {
  await use(desk.twilio)
  await code('+447700900123')
  await code('+8613800000000', 'zh-CN')
  expect(desk.sent).toEqual([
    { to: '+447700900123', text: '482913 is your code for Portico. It works for 10 minutes. Never share it.' },
    { to: '+8613800000000', text: 'Portico 验证码 482913，10 分钟内有效，请勿告知他人。' },
  ])
  expect(await rows()).toMatchObject([
    { status: 'sent', secret: null },
    { status: 'sent', secret: null },
  ])
})

test('Alibaba Cloud fills in its approved template, in the language there is one for', async () => {
  await use(desk.alibaba)
  await code('+8613800000000', 'zh-CN')
  await code('+447700900123')
  await use({ 'sms.alibaba_template_en': 'SMS_2002' })
  await code('+447700900123')
  expect(desk.sent).toEqual([
    { to: '13800000000', text: '示例 (测试) SMS_1001 {"code":"482913"}' },
    { to: '447700900123', text: '示例 (测试) SMS_1001 {"code":"482913"}' },
    { to: '447700900123', text: '示例 (测试) SMS_2002 {"code":"482913"}' },
  ])
})

test('Alibaba Cloud has no template for other messages, and the log says so', async () => {
  await use(desk.alibaba)
  const to = { channel: 'sms' as const, address: '+8613800000000' }
  const message = {
    to,
    accountId: null,
    language: 'en' as const,
    template: 'password_changed' as const,
    secret: '/undo#x',
    data: { time: t.app.now().toISOString() },
  }
  await t.database.transaction((tx) => sendMessage(tx, t.database.secrets, message, t.app.now()))
  await t.runJobs()
  expect(await rows()).toMatchObject([{ status: 'failed', fault: 'no_template', tries: 1 }])
  expect(desk.sent).toEqual([])
})

test('the test button names a wrong key, a wrong number and an empty account', async () => {
  await use({ ...desk.twilio, 'sms.twilio_auth': 'wrong-token' })
  expect(await tried()).toEqual({ sent: false, fault: 'bad_login', error: '20003 Authenticate' })
  await use(desk.twilio)
  desk.next(400, { code: 21211, message: "Invalid 'To' Phone Number" })
  expect(await tried()).toMatchObject({ sent: false, fault: 'bad_address' })
  expect(await tried()).toEqual({ sent: true, fault: null, error: null })

  await use({ ...desk.alibaba, 'sms.alibaba_secret': 'wrong-secret' })
  expect(await tried()).toMatchObject({ sent: false, fault: 'bad_login', error: expect.stringContaining('SignatureDoesNotMatch') })
  await use({ ...desk.alibaba, 'sms.alibaba_id': 'LTAIwrong' })
  expect(await tried()).toMatchObject({ sent: false, fault: 'bad_login' })
  await use(desk.alibaba)
  desk.next(200, { Code: 'isv.AMOUNT_NOT_ENOUGH', Message: '账户余额不足' })
  expect(await tried()).toEqual({ sent: false, fault: 'busy', error: 'isv.AMOUNT_NOT_ENOUGH 账户余额不足' })
  expect(await tried()).toMatchObject({ sent: true })
  const result = await owner.call('POST', '/admin/messages/tests', { channel: 'sms', to: '13800000000', language: 'en', template: 'test' })
  expect([result.status, Object.keys(result.body.errors)]).toEqual([422, ['to']])
})

test('a provider that is down or busy gets the message again', async () => {
  await use(desk.twilio)
  desk.next(503, {})
  desk.next(429, { code: 20429, message: 'Too Many Requests' })
  await code('+447700900123')
  expect(await rows()).toMatchObject([{ status: 'queued', fault: 'busy' }])
  t.travel(31_000)
  const [job] = messagesNoun.jobs!(t.app).filter(({ name }) => name === 'send_sms')
  await job!.work(null)
  expect(await rows()).toMatchObject([{ status: 'queued', fault: 'busy', tries: 2 }])
  t.travel(61_000)
  await job!.work(null)
  expect(await rows()).toMatchObject([{ status: 'sent', tries: 3 }])
  expect(desk.sent).toHaveLength(1)
})

test('without a complete provider an SMS is skipped', async () => {
  await use({ 'sms.provider': 'twilio', 'sms.twilio_from': '' })
  await code('+447700900123')
  await use({ 'sms.provider': 'off' })
  await code('+447700900123')
  expect(await rows()).toMatchObject(Array.from({ length: 2 }, () => ({ status: 'skipped', fault: 'not_configured', secret: null })))
  expect((await owner.call('GET', '/admin/messages/state')).body).toEqual({ email: false, sms: false })
})
