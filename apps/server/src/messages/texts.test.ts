import { messagePlaceholders, MessageTemplate } from '@portico/contract/message-placeholders'
import { MessageTextInput } from '@portico/contract/messages-admin'
import { secretFault } from '@portico/contract/secret-in-text'
import { beforeEach, expect, test } from 'vitest'
import { forFile, startApp } from '../../test/harness.ts'
import { openMailbox } from '../../test/mailbox.ts'
import { poisonedPost } from '../../test/poisoned-host.ts'
import { builtinTexts } from './builtin-texts.ts'
import { mailLink } from './mail-link.ts'
import { messageTexts } from './message-texts.table.ts'
import { renderMessage } from './render-message.ts'
import { asc } from 'drizzle-orm'
import { atOnce, expectOne } from '../../test/at-once.ts'
import { messages } from './messages.table.ts'

const t = await forFile(startApp())
const owner = await t.admin()
const mailbox = await forFile(openMailbox(t))

const languages = ['en', 'zh-CN'] as const
const good = {
  template: 'code',
  language: 'en',
  subject: 'Hello from {{site}}',
  text: 'Dear member\n\n{{code}}\n\nBye',
  sms: 'Code {{code}}',
}
const unsafe = { template: 'code', language: 'zh-CN', subject: '验证码', text: '验证码：{{code}}', sms: '验证码：{{code}}' } as const
const save = (change: Record<string, unknown>) => owner.call('PUT', '/admin/messages/texts', { ...good, ...change })
const preview = async (change: Record<string, unknown>) =>
  (await owner.call('POST', '/admin/messages/texts/preview', { ...good, ...change })).body
const sent = async (template: string, language = 'en') => {
  // Tests are limited for each operator.
  const by = await t.admin()
  const answer = await by.call('POST', '/admin/messages/tests', { channel: 'email', to: 'op@example.com', language, template })
  expect(answer.body).toMatchObject({ sent: true })
  return mailbox.mails.at(-1)!
}

test.each(languages.flatMap((language) => MessageTemplate.options.map((template) => [template, language] as const)))(
  'the built-in text of %s in %s obeys the rules for texts and is sent',
  async (template, language) => {
    const { foot, ...text } = builtinTexts[language][template]
    expect(MessageTextInput.safeParse({ template, language, ...text }).error?.issues).toBeUndefined()
    const mail = await sent(template, language)
    for (const part of [mail.subject, mail.text, mail.html]) expect(part).not.toMatch(/\{\{|undefined|–\s*$/)
    expect(mail.html).toContain(`lang="${language}"`)
    expect(mail.text).toContain(foot.replaceAll('{{site}}', 'Portico').slice(0, 10))
    if (messagePlaceholders[template].required.includes('link')) expect(mailbox.link(mail)).toBe(`${t.base}/login`)
  },
)

test('an operator changes a text, it is sent, and the built-in one comes back', async () => {
  expect((await save({})).body).toMatchObject({ is_custom: true, subject: 'Hello from {{site}}' })
  const mail = await sent('code')
  expect([mail.subject, mail.text?.trim()]).toEqual(['Hello from Portico', expect.stringMatching(/^Dear member\s+123456\s+Bye/)])
  const { items } = (await owner.call('GET', '/admin/messages/texts')).body
  expect(items.filter(({ is_custom }: { is_custom: boolean }) => is_custom)).toMatchObject([{ template: 'code', language: 'en' }])
  expect((await sent('code', 'zh-CN')).subject, 'the other language').toBe('Portico 验证码')
  const reset = await owner.call('POST', '/admin/messages/texts/reset', { template: 'code', language: 'en' })
  expect(reset.body).toMatchObject({ is_custom: false, subject: builtinTexts.en.code.subject })
  expect((await sent('code')).subject).toBe('Your code for Portico')
})

test.each([
  ['text', { text: 'No code in it' }],
  ['sms', { sms: 'No code in it' }],
  ['text', { text: '{{code}} {{password}}' }],
  ['text', { text: '{{code}} {{link}}' }],
  ['text', { text: '{{code}} {{ site }}' }],
  ['subject', { subject: '{{nobody}}' }],
  ['subject', { subject: 'Your code is {{code}}' }],
  ['subject', { subject: 'Hello\r\nBcc: victim@example.com' }],
  ['subject', { subject: '' }],
  ['sms', { sms: 'two\nlines {{code}}' }],
  ['text', { text: `{{code}}${'x'.repeat(4000)}` }],
  ['template', { template: 'nothing' }],
  ['language', { language: 'fr' }],
])('a wrong %s is refused by name: %j', async (field, change) => {
  const answer = await save(change)
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]])
  expect((await owner.call('POST', '/admin/messages/texts/preview', { ...good, ...change })).status).toBe(422)
})

test('texts of signing in are for staff who may change security settings and have just confirmed who they are, others for editors', async () => {
  const [editor, guard] = [await t.staff('content'), await t.staff(['settings.security'])]
  const reminder = { ...good, template: 'plan_expiring', text: 'Renew soon', sms: 'Renew soon' }
  for (const [who, allowed, locked] of [
    [editor, reminder, good],
    [guard, good, reminder],
  ] as const) {
    expect((await who.call('PUT', '/admin/messages/texts', allowed)).status).toBe(200)
    expect((await who.call('POST', '/admin/messages/texts/reset', allowed)).status).toBe(200)
    expect((await who.call('GET', '/admin/messages/texts')).status).toBe(200)
    for (const [method, path] of [['PUT', ''] as const, ['POST', '/reset'] as const]) {
      const refused = await who.call(method, `/admin/messages/texts${path}`, locked)
      expect([refused.status, refused.body.code]).toEqual([422, 'message.text_locked'])
    }
  }
  t.travel(16 * 60_000)
  expect((await editor.once('PUT', '/admin/messages/texts', reminder)).status).toBe(200)
  for (const [method, path] of [['PUT', ''] as const, ['POST', '/reset'] as const])
    expect((await guard.once(method, `/admin/messages/texts${path}`, good)).body.code).toBe('session.confirm_needed')
})

test('a stored text that would give its code away is marked in the list until it is mended', async () => {
  await t.database.db.insert(messageTexts).values({ ...unsafe, changedAt: t.app.now() })
  const { items } = (await owner.call('GET', '/admin/messages/texts')).body
  expect(items.filter(({ is_unsafe }: { is_unsafe: boolean }) => is_unsafe)).toMatchObject([{ template: 'code', language: 'zh-CN' }])
  expect((await save({ language: 'zh-CN' })).body).toMatchObject({ is_custom: true, is_unsafe: false })
  await owner.call('POST', '/admin/messages/texts/reset', { template: 'code', language: 'zh-CN' })
})

test('a preview shows mail and SMS with sample values, escaped', async () => {
  const seen = await preview({ text: '<b>Bold</b> & co\n\n{{code}}', subject: 'A <i> for {{site}}' })
  expect(seen.html).toContain('&lt;b&gt;Bold&lt;/b&gt; &amp; co')
  expect(seen.html).not.toMatch(/<b>|<i>/)
  expect(seen).toMatchObject({ subject: 'A <i> for Portico', sms: 'Code 123456' })
  const link = await preview({ template: 'new_device', text: 'Hello\n\nNot me: {{link}}', subject: 'New', sms: '{{link}}' })
  expect(link.html).toMatch(/<a href="http[^"]+\/login"[^>]*>Not me<\/a>/)
})

test('a value cannot add a paragraph, a button, a code or markup', () => {
  const source = {
    template: 'new_device' as const,
    subject: '{{device}}',
    text: 'Device: {{device}}\n\nNot me: {{link}}',
    sms: '{{device}}',
    foot: '',
  }
  const device = 'Evil\n\n{{code}}\n\nClick: {{link}}<a href="https://evil.example">x</a>\r\nBcc: a@b.c'
  const { subject, html, text, sms } = renderMessage(source, 'en', { site: 'S', device, link: 'https://good.example/x' })
  for (const line of [subject, sms]) expect(line).not.toMatch(/[\r\n]/)
  expect(html.match(/<a /g)).toHaveLength(1)
  expect(html).not.toContain('href="https://evil.example"')
  expect(text.split('\n').filter((line) => line.startsWith('Click') || line.startsWith('Bcc'))).toEqual([])
})

test('a site named like the domain of another takes no code into a host name of an SMS', () => {
  const sms = '验证码：{{code}}，{{site}}'
  expect(secretFault('code', 'sms', sms)).toBeNull()
  const source = { template: 'code' as const, subject: '', text: '{{code}}', sms, foot: '' }
  for (const site of ['a.other.example', '.other.example', 'other．example'])
    expect(renderMessage(source, 'zh-CN', { site, code: '482913' }).sms).toMatch(/^验证码：482913，(a )?other example$/)
  expect(renderMessage(source, 'zh-CN', { site: 'Portico No. 1', code: '482913' }).sms).toBe('验证码：482913，Portico No. 1')
})

test('links lead to the configured site, whatever the Host header says', async () => {
  await owner.call('PATCH', '/admin/settings', { 'security.require_signature': false })
  const body = { channel: 'email', to: 'op@example.com', language: 'en', template: 'new_device' }
  const before = mailbox.mails.length
  await poisonedPost(t, '/admin/messages/tests', body, owner.token)
  await owner.call('PATCH', '/admin/settings', { 'site.url': 'https://portal.example.com' })
  await poisonedPost(t, '/admin/messages/tests', body, owner.token)
  const mails = mailbox.mails.slice(before)
  expect(mails.map((mail) => mailbox.link(mail))).toEqual([`${t.base}/login`, 'https://portal.example.com/login'])
  for (const mail of mails) expect(mail.raw).not.toContain('evil.example')
})

test.each(['https://evil.example/x', '//evil.example', '/\\evil.example', 'x', '/a b', '/a\nb'])('%j is no path for a link', (path) => {
  expect(() => mailLink(t.app, path)).toThrow('own site')
  expect(mailLink(t.app, '/undo?token=abc')).toMatch(/^https?:\/\/[^/]+\/undo\?token=abc$/)
})

beforeEach(() => t.database.db.delete(messages))

type Row = typeof messages.$inferInsert
const at = (minutes: number): Date => new Date(Date.parse('2026-11-20T10:00:00Z') + minutes * 60_000)
async function add(values: Partial<Row> = {}): Promise<number> {
  const base = { at: at(0), channel: 'email', recipient: 'a@example.com', template: 'test', language: 'en', data: {} } as const
  const status = values.status ?? 'sent'
  const rest = { status, tries: 1, nextTryAt: at(0), expiresAt: at(0), sentAt: status === 'sent' ? at(0) : null }
  const [row] = await t.database.db
    .insert(messages)
    .values({ ...base, ...rest, ...values })
    .returning({ id: messages.id })
  return row!.id
}
const list = async (query: Record<string, unknown> = {}) => (await owner.call('GET', '/admin/messages', query)).body
const idsOf = async (query: Record<string, unknown>) => (await list(query)).items.map(({ id }: { id: number }) => id)

test('the log is newest first, in pages, and can be filtered', async () => {
  const mail = await add({ recipient: 'anna@example.com' })
  const text = await add({
    at: at(1),
    channel: 'sms',
    recipient: '+8613800000000',
    template: 'code',
    status: 'failed',
    fault: 'bad_address',
    error: '21211',
  })
  const skipped = await add({ at: at(2), recipient: 'bob@example.com', template: 'code', status: 'skipped', fault: 'no_account' })
  expect(await idsOf({})).toEqual([skipped, text, mail])
  const first = await list({ page_size: 2 })
  expect(first.next).toBe(text)
  expect((await list({ page_size: 2, before: first.next })).items).toMatchObject([
    { id: mail, next_try_at: null, sent_at: at(0).toISOString() },
  ])
  expect(await idsOf({ channel: 'sms' })).toEqual([text])
  expect(await idsOf({ status: 'skipped' })).toEqual([skipped])
  expect(await idsOf({ template: 'code' })).toEqual([skipped, text])
  expect(await idsOf({ recipient: 'anna@' })).toEqual([mail])
  expect(await idsOf({ recipient: '%' })).toEqual([])
  expect(await idsOf({ from: '2026-11-21' })).toEqual([])
})

test('a failed message without a secret can be sent again, once, by many clicks at once', async () => {
  const id = await add({ recipient: 'again@example.com', data: { time: at(0).toISOString() }, status: 'failed', fault: 'unreachable' })
  expect((await list()).items).toMatchObject([{ can_retry: true }])
  const answers = await atOnce(() => owner.call('POST', `/admin/messages/${id}/retry`))
  expectOne(answers, 409)
  expect((await mailbox.mailTo('again@example.com')).subject).toBe('Test from Portico')
  expect(await mailbox.hasMailTo('again@example.com')).toBe(false)
  expect((await list()).items).toMatchObject([{ status: 'sent', can_retry: false }])
})

test('a sent message and one that held a code cannot be sent again', async () => {
  for (const values of [{}, { template: 'code', status: 'failed' }, { template: 'new_device', status: 'skipped' }] as Partial<Row>[]) {
    const id = await add(values)
    expect(await owner.call('POST', `/admin/messages/${id}/retry`)).toMatchObject({ status: 409, body: { code: 'message.not_retryable' } })
  }
  expect((await owner.call('POST', '/admin/messages/999999/retry')).status).toBe(404)
})

test('tests are in the log, and limited', async () => {
  const clerk = await t.staff(['content.write'])
  const send = () =>
    clerk.call('POST', '/admin/messages/tests', { channel: 'email', to: 'op@example.com', language: 'en', template: 'code' })
  const answers = await Promise.all(Array.from({ length: 31 }, send))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(30)
  const refused = answers.find(({ status }) => status === 429)
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
  const rows = await t.database.db.select().from(messages).orderBy(asc(messages.id))
  expect(rows).toHaveLength(30)
  expect(rows[0]).toMatchObject({ template: 'code', status: 'sent', secret: null, recipient: 'op@example.com' })
  expect(JSON.stringify(rows)).not.toContain('123456')
})
