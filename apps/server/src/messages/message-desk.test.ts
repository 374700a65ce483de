import { asc } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { atOnce, expectOne } from '../../test/at-once.ts'
import { forFile, startApp } from '../../test/harness.ts'
import { openMailbox } from '../../test/mailbox.ts'
import { messages } from './messages.table.ts'

const t = await forFile(startApp())
const owner = await t.admin()
const mailbox = await forFile(openMailbox(t))
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
