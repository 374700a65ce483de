import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Time } from './paging.ts'

/** A member's chat with the bot. */
const Binding = z.object({
  /** The member's name at Telegram. */
  name: z.string(),
  bound_at: Time,
  /** true: the member blocked the bot, so no message reaches them. */
  is_blocked: z.boolean(),
})

export const getBotInfo = endpoint({
  method: 'GET',
  path: '/muser/telegram/getBotInfo',
  access: 'member',
  summary: 'The Telegram bot, and the chat this account is connected to',
  response: z.object({
    is_on: z.boolean(),
    /** Bot's user name without @; null: there is no bot, or Telegram was not asked yet. */
    username: z.nullable(z.string()),
    binding: z.nullable(Binding),
  }),
})
export type BotInfo = z.output<typeof getBotInfo.response>

export const createBotCode = endpoint({
  method: 'POST',
  path: '/muser/telegram/code',
  access: 'member',
  // Fresh, because the holder of the code can read the subscription link in the bot.
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
})
