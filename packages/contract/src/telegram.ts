import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Ok, Time } from './paging.ts'

/** A member's chat with the bot. */
const Binding = z.object({
  /** What they are called at Telegram. */
  name: z.string(),
  bound_at: Time,
  /** They blocked the bot there: nothing reaches them. */
  is_blocked: z.boolean(),
})

export const getBotInfo = endpoint({
  method: 'GET',
  path: '/muser/telegram/getBotInfo',
  access: 'member',
  summary: 'The Telegram bot, and the chat this account is connected to',
  response: z.object({
    is_on: z.boolean(),
    /** Without the @; null: there is no bot, or Telegram was not asked yet. */
    username: z.nullable(z.string()),
    binding: z.nullable(Binding),
  }),
})
export type BotInfo = z.output<typeof getBotInfo.response>

export const createBotCode = endpoint({
  method: 'POST',
  path: '/muser/telegram/code',
  access: 'member',
  // Whoever sends the code to the bot can read the subscription link there.
  fresh: true,
  summary: 'A code that connects a Telegram chat: it works once, for ten minutes, and replaces the one before',
  response: z.object({ code: z.string(), link: z.string(), expires_at: Time }),
})

export const unbindBot = endpoint({
  method: 'GET',
  path: '/muser/telegram/unbind',
  access: 'member',
  changesState: true,
  summary: 'Disconnect the Telegram chat; may be called again',
  response: Ok,
})
