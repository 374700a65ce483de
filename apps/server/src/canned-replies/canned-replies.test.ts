import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { atOnce } from '../../test/at-once.ts'
import { forFile, type Member, startApp } from '../../test/harness.ts'
import { accounts } from '../accounts/accounts.table.ts'
import { openTicket } from '../tickets/open-ticket.ts'
import { cannedReplies } from './canned-replies.table.ts'

afterEach(() => t.database.db.delete(cannedReplies))

const PATH = '/admin/canned-replies'
const write = (title: string, text: string, translations = {}) => support.call('POST', PATH, { title, text, translations })
const list = async () => (await support.call('GET', PATH)).body.items
const ticketOf = async ({ id }: Member): Promise<number> => {
  const input = { accountId: id, kind: 'other', level: 'low', subject: 'Help', text: 'Hello' } as const
  return (await openTicket(t.database, input, t.app.now())).id
}
const filled = (ticket_id: number, language = 'en', who = support) =>
  who.call('GET', `${PATH}/filled`, { ticket_id }, { cookie: `language=${language}` })

const t = await forFile(startApp())
const support = await t.staff(['tickets.read', 'tickets.write', 'members.read'])

test('staff write a reply, change it and delete it; the list is by title', async () => {
  const made = await write('beta', 'Hello {{name}}')
  await write('Alpha', 'Bye')
  expect((await list()).map(({ title }: { title: string }) => title)).toEqual(['Alpha', 'beta'])
  const changed = await support.call('PUT', `${PATH}/${made.body.id}`, { title: 'Gamma', text: 'New' })
  expect(changed.body).toMatchObject({ id: made.body.id, title: 'Gamma', text: 'New', translations: {} })
  expect((await support.call('DELETE', `${PATH}/${made.body.id}`)).status).toBe(200)
})

test('a placeholder that nobody fills, an empty title and a long text are refused at their fields', async () => {
  for (const text of ['{{secret}}', '{{name}', 'x }}', '{{ name }}', '{{token}}']) {
    const refused = await write('Title', text)
    expect([text, refused.status, Object.keys(refused.body.errors)]).toEqual([text, 422, ['text']])
  }
  expect(Object.keys((await write(' ', 'x')).body.errors)).toEqual(['title'])
  expect(Object.keys((await write('x', 'x'.repeat(4001))).body.errors)).toEqual(['text'])
  expect((await write('x', 'x', { en: { text: '{{nobody}}' } })).status).toBe(422)
})

test('a reply is filled for the member of the ticket, in their language, its title in the language of staff', async () => {
  const member = await t.member()
  const plan = await t.plan({ name: 'Plus', translations: { 'zh-CN': { name: '高级版' } } })
  const expiresAt = new Date('2030-01-31T01:05:00Z')
  await t.subscribe(member.id, plan.groupId, { planId: plan.id, expiresAt, up: 2 ** 30, down: 2 ** 30 })
  const text = '{{name}} {{plan}} {{expires}} {{used}} {{left}} {{link}} {{plans}} {{ticket}} {{site}}'
  await write('Facts', text, { 'zh-CN': { title: '资料', text: `您好 ${text}` } })
  const id = await ticketOf(member)
  const name = member.email.split('@')[0]
  const facts = (plan_: string, site: string) =>
    `${name} ${plan_} 2030-01-31 09:05 2 GB 8 GB ${t.base}/user/subscribe/index ${t.base}/user/plans #${id} ${site}`
  const english = await filled(id)
  expect(english.body).toMatchObject({ language: 'en', total: 1 })
  expect(english.body.items[0]).toMatchObject({ title: 'Facts', text: facts('Plus', t.app.settings()['site.title']) })
  await t.database.db.update(accounts).set({ language: 'zh-CN' }).where(eq(accounts.id, member.id))
  const chinese = await filled(id)
  expect(chinese.body.language).toBe('zh-CN')
  expect(chinese.body.items[0]).toMatchObject({ title: 'Facts' })
  expect(chinese.body.items[0].text).toMatch(/^您好 .* 高级版 /)
  expect((await filled(id, 'zh-CN')).body.items[0].title).toBe('资料')
})

test('a member’s name is text: it fills nothing, adds no lines, and no secret of theirs can be asked for', async () => {
  const member = await t.member()
  const name = '<img src=x onerror=alert(1)>\n{{link}}'
  await t.database.db.update(accounts).set({ name }).where(eq(accounts.id, member.id))
  await write('Hello', 'Hello {{name}}, {{plan}}, {{expires}}')
  const { body } = await filled(await ticketOf(member))
  expect(body.items[0].text).toBe('Hello <img src=x onerror=alert(1)> {{link}}, no plan, no plan')
})

test('many calls for the starters add the six once, in both languages, and none beside others; they fill without a rest', async () => {
  const answers = await atOnce(() => support.call('POST', `${PATH}/starters`))
  for (const { status, body } of answers) expect([status, body.total]).toEqual([200, 6])
  const rows = await list()
  expect(rows).toHaveLength(6)
  for (const { translations } of rows) expect(Object.keys(translations)).toEqual(['en', 'zh-CN'])
  const member = await t.member()
  await t.database.db.update(accounts).set({ language: 'zh-CN' }).where(eq(accounts.id, member.id))
  const { items } = (await filled(await ticketOf(member))).body
  for (const { text } of items) expect(text).toMatch(/^[^{}]*\p{Script=Han}[^{}]*$/u)
})

test('a reply names a member without a name by their number to staff who may not see addresses', async () => {
  const [member, agent] = [await t.member(), await t.staff(['tickets.read', 'tickets.write'])]
  const { id } = (await write('Named', 'Hello {{name}}!')).body
  const ticket = await ticketOf(member)
  const texts = await Promise.all([support, agent].map(async (who) => (await filled(ticket, 'en', who)).body.items))
  const named = texts.map((items) => items.find((one: { id: number }) => one.id === id).text)
  expect((await filled(999_999)).status).toBe(404)
  expect(named).toEqual([`Hello ${member.email.split('@')[0]}!`, `Hello #${member.id}!`])
})
