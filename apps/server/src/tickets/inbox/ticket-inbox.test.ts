import { afterEach, expect, test } from 'vitest'
import { atOnce, RACES } from '../../../test/at-once.ts'
import { forFile, type Member, startApp } from '../../../test/harness.ts'
import { publishArticle } from '../../../test/publish-article.ts'
import { assignTicket, closeTicket, rateTicket } from '../change-ticket.ts'
import { type NewTicket, openTicket } from '../open-ticket.ts'
import { replyAsMember, replyAsStaff } from '../reply.ts'
import { ticketFiles, ticketMessages, tickets } from '../tickets.table.ts'
import { ticketLookers } from './ticket-lookers.table.ts'

// A Wednesday at noon in the site's zone.
const WEDNESDAY = Date.parse('2030-01-16T04:00:00Z')
const [MINUTE, HOUR] = [60_000, 3_600_000]
let clock = WEDNESDAY
afterEach(async () => {
  const { db } = t.database
  await db.delete(ticketLookers)
  await db.delete(ticketFiles)
  await db.delete(ticketMessages)
  await db.delete(tickets)
  clock = WEDNESDAY
})

const now = (): Date => new Date(clock)
const actorOf = ({ id, email }: Member) => ({
  kind: 'staff' as const,
  accountId: id,
  name: email,
  permissions: ['*' as const],
  origin: null,
})
const open = async (values: Partial<NewTicket> = {}) => {
  const accountId = values.accountId ?? (await t.member()).id
  return openTicket(t.database, { kind: 'other', level: 'medium', subject: 'Help', text: 'Hello', ...values, accountId }, now())
}
const answer = (ticketId: number, by = actor) => replyAsStaff(t.database, by, { ticketId, text: 'Answer', by: 'web' }, now())
const write = ({ id, accountId }: { id: number; accountId: number }, text: string) =>
  replyAsMember(t.database, { accountId, ticketId: id, text, by: 'web' }, { now: now(), settings: t.app.settings() })
const counts = async (who = support) => (await who.call('GET', '/admin/ticket-inbox/counts')).body
const figures = async (weeks = 2) => {
  // Figures are kept for a minute.
  clock += MINUTE
  return (await support.call('GET', '/admin/ticket-inbox/figures', { weeks })).body
}

const t = await forFile(startApp({ now: () => new Date(clock) }))
const support = await t.staff(['tickets.read', 'tickets.write'])
const actor = actorOf(support)

test('counts say how many tickets wait for whom, who holds them, and which wait too long for their level', async () => {
  expect(await counts()).toMatchObject({ waiting_staff: 0, late: 0, oldest: null })
  const [urgent, calm, answered, closed] = [
    await open({ level: 'high', kind: 'billing' }),
    await open({ level: 'low' }),
    await open(),
    await open({ kind: 'speed' }),
  ]
  const colleague = await t.staff(['tickets.read', 'tickets.write'])
  await answer(answered.id)
  await assignTicket(t.database, actor, { ticketId: calm.id, assigneeId: colleague.id }, now())
  await closeTicket(t.database, actor, { ticketId: closed.id, as: 'staff' }, now())
  const waits_since = now().toISOString()
  clock += 2 * HOUR
  expect((await counts()).late).toBe(0)
  clock += 1
  expect(await counts()).toEqual({
    waiting_staff: 2,
    waiting_member: 1,
    closed: 1,
    mine: 1,
    unassigned: 1,
    others: 1,
    kinds: { connection: 0, speed: 0, billing: 1, account: 0, other: 2 },
    levels: { low: 1, medium: 1, high: 1 },
    late: 1,
    oldest: { id: urgent.id, level: 'high', waits_since },
    targets: { low: 24 * 3600, medium: 8 * 3600, high: 2 * 3600 },
  })
  expect(await counts(colleague)).toMatchObject({ mine: 1, others: 1 })
})

test('sorted by when an answer is due, an urgent ticket comes before one that waits longer', async () => {
  const calm = await open({ level: 'low' })
  clock += 5 * HOUR
  const medium = await open()
  clock += HOUR
  const urgent = await open({ level: 'high' })
  const listed = async (sort: string) =>
    (await support.call('GET', '/admin/tickets', { waits: 'waiting_staff', sort })).body.items.map(({ id }: { id: number }) => id)
  expect(await listed('answer_due')).toEqual([urgent.id, medium.id, calm.id])
  expect(await listed('waits_since')).toEqual([calm.id, medium.id, urgent.id])
  clock += 18 * HOUR
  const late = await open({ level: 'high' })
  expect(await listed('answer_due')).toEqual([urgent.id, medium.id, calm.id, late.id])
})

test('facts about the member are those that an answer needs, without secrets', async () => {
  const member = await t.member()
  const plan = await t.plan({ name: 'Plus' })
  const expiresAt = new Date(clock - HOUR)
  await t.subscribe(member.id, plan.groupId, { planId: plan.id, expiresAt, up: 1, down: 2 })
  const ticket = await open({ accountId: member.id })
  await open({ accountId: member.id, kind: 'speed' })
  const seeing = await t.staff(['tickets.read', 'members.read'])
  const { status, body } = await seeing.call('GET', `/admin/tickets/${ticket.id}/member`)
  expect(status).toBe(200)
  expect(body).toEqual({
    account_id: member.id,
    name: member.email,
    language: null,
    member_since: expect.any(String),
    banned: false,
    closed: false,
    state: 'expired',
    plan_name: 'Plus',
    expires_at: expiresAt.toISOString(),
    used: 3,
    quota: 10 * 2 ** 30,
    last_fetch_at: null,
    last_client: null,
    fault: { title: 'Expired 1 hour ago', advice: expect.any(String) },
    other_tickets: 1,
  })
  const reader = await t.staff(['tickets.read'])
  expect((await reader.call('GET', `/admin/tickets/${ticket.id}/member`)).body.name, 'without members.read').toBe('•••')
  expect((await support.call('GET', '/admin/tickets/999999/member')).status).toBe(404)
})

test('staff hear who else looks at a ticket and who writes, until they leave', async () => {
  const [ticket, colleague] = [await open(), await t.staff(['tickets.read'])]
  const look = async (who: Member, writing = false, id = ticket.id) =>
    (await who.call('POST', `/admin/tickets/${id}/presence`, { writing })).body.others
  const name = colleague.email.split('@')[0]
  expect(await look(support)).toEqual([])
  await look(colleague)
  expect(await look(support)).toEqual([{ name, writing: false }])
  await look(colleague, true)
  expect(await look(support)).toEqual([{ name, writing: true }])
  expect(await look(support, false, (await open()).id)).toEqual([])
  clock += 20_001
  expect(await look(support)).toEqual([])
  const answers = await atOnce(() => support.call('POST', `/admin/tickets/${ticket.id}/presence`, { writing: true }))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect((await support.call('POST', '/admin/tickets/999999/presence', { writing: false })).status).toBe(404)
})

test('times to the first answer and to the end are by the week in which tickets were opened', async () => {
  clock -= 7 * 24 * HOUR
  const before = await open()
  clock += 30 * MINUTE
  await answer(before.id)
  clock = WEDNESDAY
  // Answered after one to ten minutes; the eleventh is not answered.
  for (let n = 1; n <= 10; n++) {
    clock = WEDNESDAY
    const { id } = await open()
    clock += n * MINUTE
    await answer(id)
    if (n === 10) await closeTicket(t.database, actor, { ticketId: id, as: 'staff' }, now())
  }
  await open({ kind: 'billing' })
  const found = await figures()
  expect(found).toMatchObject({ from: '2030-01-07', opened: 12, kinds: { billing: 1, other: 11 } })
  expect(found.weeks).toEqual([
    {
      monday: '2030-01-07',
      opened: 1,
      first_response: { count: 1, median: 1800, p90: 1800 },
      resolution: { count: 0, median: null, p90: null },
    },
    {
      monday: '2030-01-14',
      opened: 11,
      first_response: { count: 10, median: 330, p90: 546 },
      resolution: { count: 1, median: 600, p90: 600 },
    },
  ])
})

test('load, replies and satisfaction are told for each person, and tickets for each hundred members with a plan', async () => {
  const [colleague, member, group] = [await t.staff(['tickets.read', 'tickets.write']), await t.member(), await t.group()]
  await t.subscribe(member.id, group.id, { expiresAt: new Date(clock + 24 * HOUR) })
  const [mine, theirs] = [await open({ accountId: member.id }), await open()]
  await answer(mine.id)
  await answer(theirs.id, actorOf(colleague))
  await write(theirs, 'Again')
  await closeTicket(t.database, actor, { ticketId: mine.id, as: 'staff' }, now())
  await rateTicket(t.database, { accountId: member.id, ticketId: mine.id, score: 4, text: null })
  const { people, scores, per_hundred } = await figures()
  const nameOf = ({ email }: Member) => email.split('@')[0]
  expect(people).toEqual([
    { id: colleague.id, name: nameOf(colleague), open: 1, waiting: 1, replies: 1, score: null },
    { id: support.id, name: nameOf(support), open: 0, waiting: 0, replies: 1, score: 400 },
  ])
  expect(scores).toEqual([0, 0, 0, 1, 0])
  expect(per_hundred).toBe(20_000)
})

test('what members ask most is listed with the articles that would have answered it', async () => {
  const editor = await t.staff(['content.write'])
  const article = await publishArticle(editor, { en: { title: 'Import into Clash Verge', body: '<p>How to</p>' } })
  await publishArticle(editor, { en: { title: 'Clash Verge for one plan', body: '<p>x</p>' }, audience: 'subscribers' })
  for (const subject of ['Clash Verge does not start', 'Import into Clash Verge', 'Where is my refund', 'Refund please'])
    await open({ subject })
  const { items } = (await support.call('GET', '/admin/ticket-inbox/asked', { weeks: 1 })).body
  expect(items).toEqual([
    { phrase: 'clash verge', tickets: 2, articles: [{ id: article.id, title: 'Import into Clash Verge' }] },
    { phrase: 'refund', tickets: 2, articles: [] },
  ])
})

test('articles found by a phrase of another language are named in the reader’s', async () => {
  const editor = await t.staff(['content.write'])
  const words = { body: '<p>x</p>' }
  const article = await publishArticle(editor, { en: { title: 'On a phone', ...words }, zh: { title: '手机导入订阅', ...words } })
  for (const subject of ['订阅无法更新', '订阅链接打不开']) await open({ subject })
  const { items } = (await support.call('GET', '/admin/ticket-inbox/asked', { weeks: 2 })).body
  expect(items).toContainEqual({ phrase: '订阅', tickets: 2, articles: [{ id: article.id, title: 'On a phone' }] })
})

test('a reply to a ticket in which the member wrote again is refused once, at whatever moment it comes', async () => {
  const ticket = await open()
  const reply = (text: string, seen_seq?: number) =>
    support.call('POST', `/admin/tickets/${ticket.id}/replies`, { text, ...(seen_seq === undefined ? {} : { seen_seq }) })
  expect((await reply('First', 1)).status).toBe(200)
  await write(ticket, 'One more thing')
  const refused = await reply('Late', 2)
  expect([refused.status, refused.body.code, refused.body.details]).toEqual([409, 'ticket.newer_message', { seq: 3 }])
  // Notes and answers of colleagues are no reason to ask.
  await support.call('POST', `/admin/tickets/${ticket.id}/notes`, { text: 'note' })
  await answer(ticket.id)
  expect((await reply('Seen', 3)).status).toBe(200)
  expect((await reply('Too large', 2 ** 31)).status).toBe(422)
  expect((await reply('Too small', Number.MIN_SAFE_INTEGER)).status).toBe(422)
  expect((await reply('Anyway')).status).toBe(200)
})

test('of a member’s message and many replies at once, those behind it are refused', async () => {
  const ticket = await open()
  const [written, ...replies] = await Promise.all([
    write(ticket, 'Meanwhile'),
    ...Array.from({ length: RACES }, (_, n) => support.call('POST', `/admin/tickets/${ticket.id}/replies`, { text: `${n}`, seen_seq: 1 })),
  ])
  for (const { status, body } of replies) {
    if (status === 200) expect(body.seq).toBeLessThan(written.seq)
    else expect([status, body.code]).toEqual([409, 'ticket.newer_message'])
  }
})

test('the list is narrowed by holder, plan and words of a message, and never by words of what happened to it', async () => {
  const [member, plan, colleague] = [await t.member(), await t.plan(), await t.staff(['tickets.read', 'tickets.write'])]
  await t.subscribe(member.id, plan.groupId, { planId: plan.id })
  const [mine, theirs, free] = [await open({ accountId: member.id, text: 'The Needle in a message' }), await open(), await open()]
  await answer(mine.id)
  await answer(theirs.id, actorOf(colleague))
  await support.call('POST', `/admin/tickets/${free.id}/notes`, { text: 'needle of a note' })
  const ids = async (query: object): Promise<number[]> =>
    (await support.call('GET', '/admin/tickets', { ...query })).body.items.map(({ id }: { id: number }) => id).toSorted()
  expect(await ids({ assignee: 'me' })).toEqual([mine.id])
  expect(await ids({ assignee: 'others' })).toEqual([theirs.id])
  expect(await ids({ assignee: 'none' })).toEqual([free.id])
  expect(await ids({ plan_id: plan.id })).toEqual([mine.id])
  expect(await ids({ q: 'needle' })).toEqual([mine.id, free.id])
  expect(await ids({ q: 'needle%' })).toEqual([])
  expect(await ids({ q: 'n' })).toEqual([])
})
