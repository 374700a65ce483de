import { type TicketKind, TicketKind as Kinds } from '@portico/contract/tickets'
import { and, desc, eq } from 'drizzle-orm'
import { Composer } from 'grammy/web'
import type { Message } from 'grammy/types'
import { AppError, foundRow } from '../../errors.ts'
import { escapeMarkup } from '../../escape-markup.ts'
import { seeTicket } from '../../tickets/change-ticket.ts'
import { openTicket } from '../../tickets/open-ticket.ts'
import { replyAsMember, replyAsStaff } from '../../tickets/reply.ts'
import { ticketMessages, tickets } from '../../tickets/tickets.table.ts'
import { telegramMessages } from '../telegram.table.ts'
import { excerpt, shortened, startOf } from '../texts/excerpt.ts'
import type { BotContext, Commands } from './bot-context.ts'
import { pictureOf, storePicture } from './picture.ts'
import { idOf } from './usage.ts'

const [MOST_LISTED, MOST_SHOWN, LONGEST_SHOWN, LONGEST_SUBJECT] = [8, 5, 700, 60]

/** Commands about tickets, by replying to the bot's messages. The stored message decides the ticket, never its text. */
export function ticketCommands(): Commands {
  const all = new Composer<BotContext>()
  all.command('tickets', list)
  all.callbackQuery('ticket:new', (c) => c.say(c.words('ticketAsk'), [], { wantsReply: true }))
  all.callbackQuery(/^ticket:(\d{1,15})$/, (c) => show(c, Number(c.match[1])))
  all.callbackQuery(/^open:(\w+)$/, open)
  all.on('message:text', async (c) => {
    // A command nobody knows is no message to staff.
    if (c.message.text.startsWith('/')) return c.say(c.words('commands'))
    return reply(c)
  })
  all.on(['message:photo', 'message:document'], (c) => (pictureOf(c.message) ? reply(c) : c.say(c.words('textOnly'))))
  all.on('message', (c) => c.say(c.words('textOnly')))
  return all
}

async function list(c: BotContext): Promise<void> {
  const { words } = c
  const rows = await c.app.database.db
    .select()
    .from(tickets)
    .where(eq(tickets.accountId, idOf(c)))
    .orderBy(desc(tickets.lastMessageAt), desc(tickets.id))
    .limit(MOST_LISTED)
  const ask = [{ text: words('ticketNew'), callback_data: 'ticket:new' }]
  if (rows.length === 0) return c.say(words('ticketsNone'), [ask])
  const state = (row: (typeof rows)[number]): string =>
    row.waits === 'waiting_staff'
      ? words('waitsForStaff')
      : row.waits === 'waiting_member'
        ? words('waitsForMember')
        : words('ticketClosed')
  const lines = rows.map((row) => `• <b>${escapeMarkup(row.subject)}</b> – ${state(row)}`)
  const buttons = rows.map((row) => [{ text: shortened(row.subject, 40), callback_data: `ticket:${row.id}` }])
  await c.say([`<b>${words('ticketsTitle')}</b>`, ...lines].join('\n'), [...buttons, ask])
}

async function show(c: BotContext, ticketId: number): Promise<void> {
  const { app, words } = c
  const { db } = app.database
  const ticket = foundRow(
    await db
      .select()
      .from(tickets)
      .where(and(eq(tickets.id, ticketId), eq(tickets.accountId, idOf(c)))),
  )
  const latest = await db
    .select()
    .from(ticketMessages)
    .where(and(eq(ticketMessages.ticketId, ticketId), eq(ticketMessages.kind, 'reply')))
    .orderBy(desc(ticketMessages.seq))
    .limit(MOST_SHOWN)
  await seeTicket(app.database, { accountId: ticket.accountId, ticketId, seq: ticket.lastSeq }, app.now())
  const lines = latest.toReversed().map(({ author, text }) => `${author === 'staff' ? '◂' : '▸'} ${excerpt(text, LONGEST_SHOWN)}`)
  await c.say([`<b>${escapeMarkup(ticket.subject)}</b>`, ...lines, `<i>${words('ticketReplyHint')}</i>`].join('\n\n'), [], { ticketId })
}

function reply(c: BotContext): Promise<void> {
  const repliedTo = c.message?.reply_to_message?.message_id
  return repliedTo === undefined ? offer(c) : answer(c, repliedTo)
}

/** What a message says; a picture alone still needs a text. */
function textIn({ text, caption }: Pick<Message, 'text' | 'caption'>): string {
  return startOf(text ?? caption ?? '', 8000) || '📎'
}

/** Answers a ticket by reply: as staff if their role allows it now, or as its member, by whom the message was for. */
async function answer(c: BotContext, messageId: number): Promise<void> {
  const { app, words, who } = c
  const { chatId, accountId, ticketId } = telegramMessages
  const [about] = await app.database.db
    .select({ accountId, ticketId, messageId: telegramMessages.messageId })
    .from(telegramMessages)
    .where(and(eq(chatId, c.chat?.id ?? 0), eq(telegramMessages.messageId, messageId)))
  if (!about) return c.say(words('replyUnknown'))
  if (about.ticketId === null) return offer(c)
  if (!who || about.accountId !== who.accountId) return c.say(words('replyRefused'))
  const [ticket] = await app.database.db.select({ ownerId: tickets.accountId }).from(tickets).where(eq(tickets.id, about.ticketId))
  const context = { now: app.now(), settings: app.settings() }
  try {
    if (ticket?.ownerId === who.accountId) await app.limits.ticketMessagesByAccount.take(String(who.accountId))
    const picture = c.message && pictureOf(c.message)
    const fileIds = picture ? await storePicture(c, picture) : []
    const reply = { ticketId: about.ticketId, text: textIn(c.message ?? {}), fileIds, by: 'telegram' as const }
    if (ticket?.ownerId === who.accountId) await replyAsMember(app.database, { ...reply, accountId: who.accountId }, context)
    else await replyAsStaff(app.database, who.actor, reply, context.now)
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return c.say(words('replyRefused'))
    throw error
  }
  await c.say(words('replied'), [], { replyTo: c.message?.message_id ?? 0 })
}

/** Asks for the kind of a new ticket, in reply to its text, which stays there. */
async function offer(c: BotContext): Promise<void> {
  const { words } = c
  const buttons = Kinds.options.map((kind) => [{ text: words(`kinds.${kind}`), callback_data: `open:${kind}` }])
  const dismiss = [{ text: words('notNow'), callback_data: 'delete' }]
  await c.say(words('makeTicket'), [...buttons, dismiss], { replyTo: c.message?.message_id ?? 0 })
}

async function open(c: BotContext): Promise<void> {
  const { words } = c
  const kind = Kinds.safeParse(c.callbackQuery?.data?.slice('open:'.length)).data
  const asked = c.callbackQuery?.message
  const original = asked && 'reply_to_message' in asked ? asked.reply_to_message : undefined
  const picture = original ? pictureOf(original) : null
  if (!kind || !original || (!original.text && !picture)) return c.say(words('replyUnknown'))
  await write(c, kind, textIn(original), picture)
}

async function write(c: BotContext, kind: TicketKind, text: string, picture: ReturnType<typeof pictureOf>): Promise<void> {
  const { app, words } = c
  const accountId = idOf(c)
  const firstLine = text.trim().split('\n')[0] ?? ''
  const subject = shortened(firstLine, LONGEST_SUBJECT)
  await app.limits.ticketMessagesByAccount.take(String(accountId))
  const point = await app.limits.ticketsByAccount.take(String(accountId))
  let fileIds: number[] = []
  try {
    fileIds = picture ? await storePicture(c, picture) : []
    const input = { accountId, kind, level: 'medium', subject, text, fileIds, by: 'telegram' } as const
    const { id } = await openTicket(app.database, input, app.now())
    await c.say(`${words('ticketMade', { subject: escapeMarkup(subject) })}\n${words('ticketReplyHint')}`, [], { ticketId: id })
  } catch (error) {
    // A refusal is no ticket.
    await app.limits.ticketsByAccount.giveBack(point)
    const open = error instanceof AppError && error.code === 'ticket.already_open' ? (error.details as { id: number | null }).id : null
    if (open === null) throw error
    // The same question is already open: this belongs there.
    const reply = { accountId, ticketId: open, text, fileIds, by: 'telegram' } as const
    await replyAsMember(app.database, reply, { now: app.now(), settings: app.settings() })
    await c.say(words('ticketJoined'), [], { ticketId: open })
  }
}
