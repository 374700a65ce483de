import { expect, test } from 'vitest'
import { atOnce, RACES } from '../../test/at-once.ts'
import { type Answer, forFile, type Member, startApp } from '../../test/harness.ts'
import { messagesOf } from '../../test/messages-of.ts'
import { callerOf } from '../actor.ts'
import { closeSilent } from './close-silent.ts'
import { openTicket } from './open-ticket.ts'
import { replyAsMember, replyAsStaff } from './reply.ts'

const t = await forFile(startApp())
let support = await t.staff('support')

const HOUR = 3600_000
const DAY = 24 * HOUR
const input = { kind: 'connection', level: 'medium', subject: 'No node answers', text: 'Since this morning.' } as const
const context = () => ({ now: t.app.now(), settings: t.app.settings() })

const save = (member: Member, values: Record<string, unknown> = {}): Promise<Answer> =>
  member.call('POST', '/muser/ticket/save', { ...input, ...values })
const reply = (member: Member, id: number, text: string): Promise<Answer> => member.call('POST', '/muser/ticket/reply', { id, text })
const answer = (id: number, text: string, by = support): Promise<Answer> => by.call('POST', `/admin/tickets/${id}/replies`, { text })
const read = async (member: Member, id: number) => {
  const { items, messages } = (await member.call('GET', '/muser/ticket/fetch', { id })).body
  return {
    ...items[0],
    texts: messages.map((message: { text: string; change: { what: string } | null }) => message.change?.what ?? message.text),
  }
}
const desk = async (id: number) => (await support.call('GET', `/admin/tickets/${id}`)).body

async function opened(values: Record<string, unknown> = {}): Promise<{ member: Member; id: number }> {
  const member = await t.member()
  return { member, id: (await save(member, values)).body.id }
}
async function closed(): Promise<{ member: Member; id: number }> {
  const made = await opened()
  await made.member.call('POST', '/muser/ticket/close', { id: made.id })
  return made
}

test('a ticket waits for staff, then for the member, then for staff again', async () => {
  const { member, id } = await opened()
  expect(await read(member, id)).toMatchObject({
    ...asked,
    status: 'open',
    waits: 'waiting_staff',
    unread: false,
    texts: ['Since this morning.'],
  })
  expect((await answer(id, 'Please try again.')).body).toMatchObject({ author: 'staff', kind: 'reply', text: 'Please try again.' })
  expect(await read(member, id)).toMatchObject({ waits: 'waiting_member', unread: true })
  await reply(member, id, 'No change.')
  expect(await read(member, id)).toMatchObject({
    waits: 'waiting_staff',
    unread: false,
    texts: ['Since this morning.', 'Please try again.', 'No change.'],
  })
  expect((await desk(id)).ticket).toMatchObject({ member: member.email, assignee_id: support.id, replies: 3 })
})
const { text: _, ...asked } = input

test('a list of tickets says how each goes on, without the notes of staff', async () => {
  const { member, id } = await opened({ text: `Since this\nmorning. ${'x'.repeat(300)}` })
  const latest = async () => (await member.call('GET', '/muser/ticket/fetch', {})).body.items[0].latest
  expect(await latest()).toEqual({ author: 'member', text: `Since this morning. ${'x'.repeat(140)}` })
  await answer(id, 'Please try again.')
  await support.call('POST', `/admin/tickets/${id}/notes`, { text: 'A known one.' })
  await member.call('POST', '/muser/ticket/close', { id })
  expect(await latest()).toEqual({ author: 'staff', text: 'Please try again.' })
})

test('of many at once one is opened; the others learn which', async () => {
  const member = await t.member()
  const results = await atOnce((n) =>
    openTicket(t.database, { ...input, accountId: member.id, text: `Text ${n}` }, t.app.now()).then(
      ({ id }) => ({ id, code: 'opened' }),
      (error: { code: string; details: { id: number } }) => ({ id: error.details.id, code: error.code }),
    ),
  )
  expect(results.filter(({ code }) => code === 'opened')).toHaveLength(1)
  expect(results.filter(({ code }) => code === 'ticket.already_open')).toHaveLength(RACES - 1)
  expect(new Set(results.map(({ id }) => id)).size).toBe(1)
  // One of another kind is no obstacle.
  expect((await save(member, { kind: 'billing' })).status).toBe(200)
  const again = await save(member, { subject: 'Another one' })
  expect([again.status, again.body.code, again.body.details]).toEqual([
    409,
    'ticket.already_open',
    { id: results[0]?.id, kind: 'connection' },
  ])
})

test('a double click opens one ticket and answers both with it', async () => {
  const member = await t.member()
  const results = await atOnce(() => openTicket(t.database, { ...input, accountId: member.id }, t.app.now()))
  expect(new Set(results.map(({ id }) => id)).size).toBe(1)
  expect((await read(member, results[0]?.id ?? 0)).texts).toEqual([input.text])
  t.travel(2000)
  expect((await save(member)).status).toBe(409)
})

test('many replies at once keep an order: each has a number of its own, on both sides', async () => {
  const { member, id } = await opened()
  const staff = { ...callerOf(support.id, ['tickets.write']) }
  await atOnce((n) =>
    n % 2
      ? replyAsStaff(t.database, staff, { ticketId: id, text: `S${n}`, by: 'web' }, t.app.now())
      : replyAsMember(t.database, { accountId: member.id, ticketId: id, text: `M${n}`, by: 'web' }, context()),
  )
  const { messages, ticket } = await desk(id)
  expect(messages.map(({ seq }: { seq: number }) => seq)).toEqual(messages.map((_: unknown, n: number) => n + 1))
  expect(new Set(messages.map(({ text }: { text: string }) => text)).size).toBe(RACES + 1)
  expect(ticket).toMatchObject({ replies: RACES + 1, last_seq: RACES + 1 })
  expect(ticket.waits).toBe(messages.at(-1).author === 'staff' ? 'waiting_member' : 'waiting_staff')
})

test('the same text within two seconds is one message, a moment later it is another', async () => {
  const { member, id } = await opened()
  await atOnce(() => replyAsMember(t.database, { accountId: member.id, ticketId: id, text: 'Hello?', by: 'web' }, context()))
  await Promise.all([answer(id, 'Hello.'), answer(id, 'Hello.')])
  expect((await read(member, id)).texts).toEqual([input.text, 'Hello?', 'Hello.'])
  t.travel(2000)
  await reply(member, id, 'Hello?')
  expect((await read(member, id)).texts).toHaveLength(4)
})

test('an answered ticket closes after a day of silence, to the millisecond, and the member is told', async () => {
  let now = Date.now()
  const own = await startApp({ now: () => new Date(now) })
  try {
    const [member, staff] = [await own.member(), await own.staff('support')]
    const made = async (kind: string) => (await member.call('POST', '/muser/ticket/save', { ...input, kind })).body.id as number
    const status = async (id: number) => (await own.database.pool.query('select status from tickets where id = $1', [id])).rows[0].status
    const silence = () => closeSilent(own.database, { now: own.app.now(), settings: own.app.settings() })
    const [silent, unanswered, asksAgain] = [await made('connection'), await made('speed'), await made('billing')]
    const write = (id: number) => staff.call('POST', `/admin/tickets/${id}/replies`, { text: 'Try again.' })
    await write(silent)
    await write(asksAgain)
    await member.call('POST', '/muser/ticket/reply', { id: asksAgain, text: 'Still broken.' })
    now += DAY - 1
    await silence()
    expect(await status(silent)).toBe('open')
    now += 1
    await Promise.all([silence(), silence()])
    expect([await status(silent), await status(unanswered), await status(asksAgain)]).toEqual(['closed', 'open', 'open'])
    expect(await messagesOf(member, 'ticket_closed')).toMatchObject([{ data: { ticket_id: silent, by: 'silence' }, ended: false }])
    now += 400 * DAY
    await silence()
    expect([await status(unanswered), await status(asksAgain)]).toEqual(['open', 'open'])
  } finally {
    await own.stop()
  }
})

test('each reply of staff is told once, until the member has seen it', async () => {
  const { member, id } = await opened()
  await answer(id, 'One.')
  await answer(id, 'Two.')
  const told = () => messagesOf(member, 'ticket_answered')
  expect(await told()).toMatchObject([
    { data: { ticket_id: id, seq: 3 }, ended: false },
    { data: { seq: 2 }, ended: false },
  ])
  await member.call('POST', '/muser/ticket/read', { id, seq: 2 })
  expect(await told()).toMatchObject([{ ended: false }, { ended: true }])
  expect((await read(member, id)).unread).toBe(true)
  await member.call('POST', '/muser/ticket/read', { id, seq: 999 })
  expect((await told()).every(({ ended }) => ended)).toBe(true)
  expect((await read(member, id)).unread).toBe(false)
  await answer(id, 'Three.')
  await support.call('POST', `/admin/tickets/${id}/close`)
  expect((await told()).every(({ ended }) => ended)).toBe(true)
  expect(await messagesOf(member, 'ticket_closed')).toMatchObject([{ data: { by: 'staff' }, ended: false }])
})

test('a reply reopens a closed ticket for fourteen days; afterwards it says to open a new one', async () => {
  const { member, id } = await closed()
  await reply(member, id, 'Again.')
  expect(await read(member, id)).toMatchObject({
    status: 'open',
    waits: 'waiting_staff',
    texts: [input.text, 'closed', 'reopened', 'Again.'],
  })
  await member.call('POST', '/muser/ticket/close', { id })
  expect((await read(member, id)).reopen_until).not.toBeNull()
  t.travel(14 * DAY)
  const late = await reply(member, id, 'Hello?')
  expect([late.status, late.body.code, late.body.message]).toEqual([409, 'ticket.closed', 'This ticket is closed. Please open a new one.'])
  expect((await member.call('POST', '/muser/ticket/reopen', { id })).body.code).toBe('ticket.closed')
  expect((await read(member, id)).reopen_until).toBeNull()
  // Staff may still do it.
  expect((await support.call('POST', `/admin/tickets/${id}/reopen`)).body).toMatchObject({ status: 'open', waits: 'waiting_staff' })
})

test('a closed ticket is not reopened beside an open one of its kind', async () => {
  const { member, id } = await closed()
  await save(member)
  for (const refused of [await reply(member, id, 'Again.'), await member.call('POST', '/muser/ticket/reopen', { id })]) {
    expect([refused.status, refused.body.code]).toEqual([409, 'ticket.already_open'])
  }
  expect((await support.call('POST', `/admin/tickets/${id}/reopen`)).body.code).toBe('ticket.already_open')
  const other = (await save(member, { kind: 'speed' })).body.id
  expect((await support.call('PATCH', `/admin/tickets/${other}`, { kind: 'connection' })).body.code).toBe('ticket.already_open')
})

test('staff do not answer a closed ticket; closing and reopening twice change nothing', async () => {
  const { member, id } = await closed()
  expect((await answer(id, 'Too late.')).body.code).toBe('ticket.closed')
  await member.call('POST', '/muser/ticket/close', { id })
  await member.call('POST', '/muser/ticket/reopen', { id })
  await member.call('POST', '/muser/ticket/reopen', { id })
  expect((await read(member, id)).texts).toEqual([input.text, 'closed', 'reopened'])
})

test('a closed ticket is rated once', async () => {
  const { member, id } = await opened()
  const rate = (score: number) => member.call('POST', '/muser/ticket/rate', { id, score, text: ' Quick! ' })
  expect((await rate(5)).body.code).toBe('ticket.not_closed')
  await member.call('POST', '/muser/ticket/close', { id })
  expect((await rate(6)).status).toBe(422)
  const results = await atOnce(() => rate(4))
  expect(results.filter(({ status }) => status === 200)).toHaveLength(1)
  expect((await rate(5)).body.code).toBe('ticket.already_rated')
  expect(await read(member, id)).toMatchObject({ score: 4, score_text: 'Quick!' })
})

test('a note is for staff alone, and asks nothing of the member, who does not learn who answered', async () => {
  const { member, id } = await opened()
  const note = await support.call('POST', `/admin/tickets/${id}/notes`, { text: 'Looks like a reseller.' })
  expect(note.body).toMatchObject({ kind: 'note', author_name: support.email })
  const seen = await member.call('GET', '/muser/ticket/fetch', { id })
  expect(JSON.stringify(seen.body)).not.toMatch(/reseller|note/)
  expect(seen.body.items[0]).toMatchObject({ waits: 'waiting_staff', unread: false })
  expect((await desk(id)).messages.map(({ kind }: { kind: string }) => kind)).toEqual(['reply', 'note'])
  expect(await messagesOf(member, 'ticket_answered')).toEqual([])
  expect(JSON.stringify((await member.call('GET', '/muser/export')).body)).not.toContain('reseller')
  await answer(id, 'Hello.')
  expect(JSON.stringify((await member.call('GET', '/muser/ticket/fetch', { id })).body)).not.toContain(support.email)
})

test('a ticket is given to those who may answer, and to nobody else', async () => {
  const { id, member } = await opened()
  const give = (to: number | null) => support.call('PUT', `/admin/tickets/${id}/assignee`, { account_id: to })
  const [colleague, network] = [await t.staff('support'), await t.staff('network')]
  expect((await give(colleague.id)).body).toMatchObject({ assignee_id: colleague.id, assignee: colleague.email })
  for (const wrong of [network.id, member.id, 999_999]) expect((await give(wrong)).body.code).toBe('ticket.assignee_unknown')
  // An answer does not take it away.
  await answer(id, 'Hello.')
  expect((await desk(id)).ticket.assignee_id).toBe(colleague.id)
  const { items } = (await support.call('GET', '/admin/tickets/staff')).body
  expect(items).toContainEqual({ id: colleague.id, name: colleague.email, open: 1 })
  expect(items.map((one: { id: number }) => one.id)).not.toContain(network.id)
  expect((await give(null)).body.assignee_id).toBeNull()
})

test('the list is filtered by state, kind, holder and member', async () => {
  const { member, id } = await opened({ kind: 'other', level: 'high', subject: 'Peculiar 100% thing' })
  const found = async (query: Record<string, unknown>) => {
    const { items, total } = (await support.call('GET', '/admin/tickets', query)).body
    expect(items).toHaveLength(total)
    return items.map((one: { id: number }) => one.id)
  }
  for (const query of [
    { q: '100%' },
    { q: `#${id}` },
    { q: member.email },
    { account_id: member.id },
    { kind: 'other' },
    { level: 'high' },
  ]) {
    expect(await found(query), JSON.stringify(query)).toEqual([id])
  }
  expect(await found({ account_id: member.id, waits: 'waiting_member' })).toEqual([])
  expect(await found({ account_id: member.id, assignee: 'none' })).toEqual([id])
  await support.call('PUT', `/admin/tickets/${id}/assignee`, { account_id: support.id })
  expect(await found({ account_id: member.id, assignee: 'me' })).toEqual([id])
  expect(await found({ account_id: member.id, assignee: support.id, status: 'open' })).toEqual([id])
  expect(await found({ account_id: member.id, status: 'closed' })).toEqual([])
})

test('text stays exactly what was written', async () => {
  const text = `<script>alert(1)</script> & "quotes" \u202eevil\n\n[x](javascript:alert(1))`
  const { member, id } = await opened({ subject: '<img src=x onerror=alert(1)>', text })
  expect(await read(member, id)).toMatchObject({ subject: '<img src=x onerror=alert(1)>', texts: [text] })
  expect((await desk(id)).messages[0].text).toBe(text)
})

test('input has limits, and so has the number of tickets a day and of messages a minute', async () => {
  const member = await t.member()
  for (const wrong of [
    { kind: 'nonsense' },
    { level: 'urgent' },
    { subject: ' ' },
    { subject: 'x'.repeat(121) },
    { text: '' },
    { text: 'x'.repeat(8001) },
  ]) {
    expect((await save(member, wrong)).status, JSON.stringify(wrong).slice(0, 40)).toBe(422)
  }
  const { id } = (await save(member)).body
  const statuses: number[] = []
  for (let n = 0; n < 31; n++) statuses.push((await reply(member, id, `Message ${n}`)).status)
  expect(statuses).toContain(429)
  t.travel(61_000)
  for (let n = 0; n < 10; n++) {
    const { id: next } = (await save(member, { kind: 'speed' })).body
    if (next) await member.call('POST', '/muser/ticket/close', { id: next })
  }
  expect((await save(member, { kind: 'speed' })).status).toBe(429)
})

test('a closed account leaves empty tickets', async () => {
  support = await t.staff('support')
  const { member, id } = await opened({ subject: 'My secret', text: 'I am Anna.' })
  await support.call('POST', `/admin/tickets/${id}/notes`, { text: 'She is Anna.' })
  expect((await t.close(member)).status).toBe(200)
  const left = await desk(id)
  expect(JSON.stringify(left)).not.toMatch(/Anna|secret/)
  expect(left.ticket).toMatchObject({ status: 'closed', kind: 'connection', subject: '' })
})
