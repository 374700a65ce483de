import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { payloads } from '../../../../../e2e/xss-payloads.ts'
import { forFile, type Member, startApp } from '../../../test/harness.ts'
import { gradient } from '../../../test/pictures.ts'
import { openTelegram, type Person } from '../../../test/telegram-desk.ts'
import { accounts } from '../../accounts/accounts.table.ts'
import { ticketMessages, tickets } from '../../tickets/tickets.table.ts'

const t = await forFile(startApp())
const desk = await forFile(openTelegram(t))

const last = (who: Person): number => desk.telegram.last(who.id)?.message_id ?? 0
const ticketOf = async (member: Member) => (await t.database.db.select().from(tickets).where(eq(tickets.accountId, member.id)))[0]!
const textsOf = async (id: number): Promise<[string, string, string][]> => {
  const rows = await t.database.db.select().from(ticketMessages).where(eq(ticketMessages.ticketId, id)).orderBy(ticketMessages.seq)
  return rows.map(({ author, origin, text }) => [author, origin, text])
}
/** A member with a chat and an open ticket, and staff with theirs, who was told about it. */
async function conversation(text = 'It does not connect') {
  const [member, staff] = [await t.member(), await t.staff(['tickets.read', 'tickets.write'])]
  const [who, agent] = [await desk.connected(member), await desk.connected(staff)]
  t.travel(1000)
  await desk.writes(who, text)
  await desk.presses(who, 'open:connection')
  await t.runJobs()
  return { member, staff, who, agent, alert: last(agent), ticketId: (await ticketOf(member)).id }
}

test('a message becomes a ticket once the member says what it is about, and staff are told in private', async () => {
  const { who, agent, member, ticketId } = await conversation('Line one\nline two')
  expect(await ticketOf(member)).toMatchObject({ kind: 'connection', subject: 'Line one', status: 'open', waits: 'waiting_staff' })
  expect(await textsOf(ticketId)).toEqual([['member', 'telegram', 'Line one\nline two']])
  expect(desk.telegram.chat(who.id).at(-1)).toContain('Your ticket Line one has reached us')
  expect(desk.telegram.chat(agent.id).at(-1)).toMatch(
    new RegExp(`^Ticket #${ticketId} from ${member.email}\nLine one\n\nLine one\nline two`),
  )
  // Asked again and again, it is told once.
  for (let i = 0; i < 3; i++) await t.runJobs()
  expect(desk.telegram.chat(agent.id).filter((text) => text.includes(`#${ticketId}`))).toHaveLength(1)
})

test('staff answer by replying to the message, the member by replying to theirs', async () => {
  const { member, who, agent, alert, ticketId } = await conversation()
  expect(await desk.replies(agent, alert, 'Which app?')).toEqual(['Sent.'])
  expect(await desk.writes(who, '/tickets')).toEqual([expect.stringContaining('your turn')])
  const [shown] = await desk.presses(who, `ticket:${ticketId}`)
  expect(shown).toContain('◂ Which app?')
  expect(await desk.replies(who, last(who), 'Clash')).toEqual(['Sent.'])
  expect(await textsOf(ticketId)).toEqual([
    ['member', 'telegram', 'It does not connect'],
    ['staff', 'telegram', 'Which app?'],
    ['member', 'telegram', 'Clash'],
  ])
  await t.runJobs()
  expect(desk.telegram.chat(agent.id).at(-1)).toContain(`${member.email} wrote in ticket #${ticketId}`)
  const seen = await member.call('GET', '/muser/ticket/fetch')
  if (seen.status === 200) expect(seen.body.items[0].unread).toBe(false)
})

test('nobody else answers or opens it: not another member, not staff without the permission, not a copy of the message', async () => {
  const { agent, staff, alert, ticketId } = await conversation()
  const before = await textsOf(ticketId)
  const text = desk.telegram.last(agent.id)?.text ?? ''
  const [stranger, member] = [desk.person(), await desk.connected(await t.member())]
  const reader = await desk.connected(await t.staff(['tickets.read']))
  // The same text and the same number, in their own chats.
  for (const who of [stranger, member, reader]) {
    const copy = {
      message_id: alert,
      date: 1,
      chat: { id: who.id, type: 'private' },
      text,
      from: { id: 4242, is_bot: true, first_name: 'Portico' },
    }
    const [answer] = await desk.writes(who, 'I am staff', { reply_to_message: copy })
    expect(answer).toMatch(/Connect your account first|don’t know that message/)
  }
  // Forwarded, it has a new number.
  expect(await desk.replies(agent, alert + 5000, 'x')).toEqual([expect.stringContaining('don’t know that message')])
  // In a group, replies reach nobody.
  await desk.writes(agent, 'x', {
    chat: { id: -77, type: 'supergroup', title: 'x' },
    reply_to_message: { message_id: alert, date: 1, chat: { id: -77 } },
  })
  await desk.writes(member, '/tickets')
  await desk.telegram.deliver(desk.telegram.pressOf(member, desk.telegram.last(member.id)!, `ticket:${ticketId}`))
  await t.runJobs()
  expect(desk.telegram.chat(member.id).at(-1)).toContain('didn’t work')
  // A number in the text means nothing.
  await desk.writes(agent, `#${ticketId} closed by me`)
  // Demoted since the message came.
  await t.database.db.update(accounts).set({ roleId: null }).where(eq(accounts.id, staff.id))
  expect(await desk.replies(agent, alert, 'still me')).toEqual(['You can’t answer this ticket.'])
  expect(await textsOf(ticketId)).toEqual(before)
})

test('the next member of a chat cannot answer messages of the one before', async () => {
  const { agent, staff, alert, ticketId } = await conversation()
  await staff.call('GET', '/muser/telegram/unbind')
  const next = await t.staff(['tickets.read', 'tickets.write'])
  await desk.writes(agent, `/start ${await desk.code(next)}`)
  expect(await desk.replies(agent, alert, 'x')).toEqual([expect.stringContaining('don’t know that message')])
  expect(await textsOf(ticketId)).toHaveLength(1)
})

test('where staff need a second factor, those without one are told nothing and answer nothing', async () => {
  const { who, agent, alert, ticketId } = await conversation()
  await t.database.pool.query(
    `insert into settings (key, value, updated_at) values ('security.staff_second_factor', 'true', now()) on conflict (key) do update set value = 'true'`,
  )
  await t.app.reloadSettings()
  expect(await desk.replies(agent, alert, 'x')).toEqual(['You can’t answer this ticket.'])
  await desk.replies(who, last(who), 'more')
  await t.runJobs()
  expect(desk.telegram.chat(agent.id).join()).not.toContain('wrote in ticket')
  expect((await textsOf(ticketId)).map(([author]) => author)).toEqual(['member', 'member'])
  await t.database.pool.query(`update settings set value = 'false' where key = 'security.staff_second_factor'`)
  await t.app.reloadSettings()
})

test('a second question of the same kind goes into the open ticket', async () => {
  const { who, ticketId } = await conversation()
  await desk.writes(who, 'Another thing')
  expect(await desk.presses(who, 'open:connection')).toEqual([expect.stringContaining('already have an open ticket')])
  expect((await textsOf(ticketId)).map(([, , text]) => text)).toEqual(['It does not connect', 'Another thing'])
})

test('no text can break a message or leave its place', async () => {
  const { agent, member, who } = await conversation('<b>start')
  const texts = [
    ...payloads.slice(0, 40),
    '</b></code>',
    '&lt;',
    '&',
    '<a href="tg://user?id=1">x</a>',
    '```',
    '_*[]()~`>#+-=|{}.!',
    '<'.repeat(3000),
  ]
  for (const [at, text] of texts.entries()) {
    t.travel(3000)
    if (at % 20 === 0) {
      await t.runJobs()
      await t.app.limits.ticketMessagesByAccount.clear(String(member.id))
    }
    const id = desk.telegram.sent.findLast((one) => one.chat === who.id && one.text.includes('ticket'))?.message_id
    await desk.telegram.deliver(
      desk.telegram.textOf(who, text, { reply_to_message: { message_id: id, date: 1, chat: { id: who.id, type: 'private' }, text: '' } }),
    )
  }
  await t.runJobs()
  await t.runJobs()
  const { rows } = await t.database.pool.query(`select error from telegram_messages where error is not null and error like '%parse%'`)
  expect(rows).toEqual([])
  const told = desk.telegram.chat(agent.id).join('\n')
  expect(told).toContain('</b></code>')
  expect(told).toContain('<a href="tg://user?id=1">x</a>')
})

test('the bot takes no more messages and tickets than the site', async () => {
  const { who, member, ticketId } = await conversation()
  await desk.writes(who, '/tickets')
  await desk.presses(who, `ticket:${ticketId}`)
  const shown = last(who)
  for (let i = 0; i < 29; i++) await t.app.limits.ticketMessagesByAccount.take(String(member.id))
  expect(await desk.replies(who, shown, 'One more')).toEqual([expect.stringContaining('too much in a short time')])
  expect(await textsOf(ticketId)).toHaveLength(1)

  const other = await t.member()
  const chat = await desk.connected(other)
  for (let i = 0; i < 10; i++) await t.app.limits.ticketsByAccount.take(String(other.id))
  await desk.writes(chat, 'Yet another')
  expect(await desk.presses(chat, 'open:other')).toEqual([expect.stringContaining('too much in a short time')])
  expect(await ticketOf(other)).toBeUndefined()
})

test('a picture enters the ticket: with words or alone, as a new one or in reply; other files do not', async () => {
  const member = await t.member()
  const who = await desk.connected(member)
  desk.telegram.files.set('large', await gradient(60, 40).png().toBuffer())
  const photo = [
    { file_id: 'small', file_unique_id: 's', width: 6, height: 4 },
    { file_id: 'large', file_unique_id: 'l', width: 60, height: 40 },
  ]
  const files = async () =>
    (await member.call('GET', '/muser/ticket/fetch', { id: (await ticketOf(member)).id })).body.messages.map(
      (one: { text: string; files: { type: string }[] }) => [one.text, one.files.map(({ type }) => type)],
    )
  expect(await desk.writes(who, '', { photo, caption: 'What is this?', text: undefined })).toEqual([
    expect.stringContaining('Shall I send this'),
  ])
  await desk.presses(who, 'open:connection')
  expect(await files()).toEqual([['What is this?', ['image/webp']]])
  const to = { message_id: last(who), date: 1, chat: { id: who.id, type: 'private' } }
  t.travel(5000)
  expect(await desk.writes(who, '', { photo, text: undefined, reply_to_message: to })).toEqual(['Sent.'])
  const picture = { file_id: 'large', file_name: 'screen.png', mime_type: 'image/png' }
  t.travel(5000)
  expect(await desk.writes(who, '', { document: picture, text: undefined, reply_to_message: to })).toEqual(['Sent.'])
  const all = [
    ['What is this?', ['image/webp']],
    ['📎', ['image/webp']],
    ['📎', ['image/webp']],
  ]
  expect(await files()).toEqual(all)
  const refused = [
    [{ document: { ...picture, mime_type: 'application/zip' } }, 'I take text and pictures'],
    [{ document: { ...picture, file_size: 11 * 1024 * 1024 } }, 'too large'],
    [{ sticker: { file_id: 'x' } }, 'I take text and pictures'],
  ] as const
  for (const [parts, said] of refused)
    expect(await desk.writes(who, '', { ...parts, text: undefined, reply_to_message: to })).toEqual([expect.stringContaining(said)])
  expect(await files()).toEqual(all)
})

test('a long subject is cut between characters, and the list arrives', async () => {
  const member = await t.member()
  const who = await desk.connected(member)
  for (const [kind, emoji] of Object.entries({ connection: '😀', billing: '👩‍👩‍👧‍👦', account: '🇨🇳', other: 'e\u0301' }))
    await member.call('POST', '/muser/ticket/save', { kind, level: 'low', subject: `${'x'.repeat(39)}${emoji} and more`, text: 'First.' })
  const [said] = await desk.writes(who, '/tickets')
  expect(said).toContain('👩‍👩‍👧‍👦 and more')
  const buttons = desk.telegram
    .last(who.id)!
    .data['reply_markup'].inline_keyboard.flat()
    .map(({ text }: { text: string }) => text)
  expect(buttons.filter((text: string) => text === `${'x'.repeat(39)}…`)).toHaveLength(4)
})
