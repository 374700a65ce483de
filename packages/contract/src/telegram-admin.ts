import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/**
 * Why the bot does not work. `bad_token`: Telegram does not know it. `unusable`: the server is not the Bot API. `needs_https`: the site's
 * address must be https. `refused`: Telegram's answer is in `detail`.
 */
export const BotFault = z.enum(['off', 'no_token', 'bad_token', 'unreachable', 'unusable', 'needs_https', 'refused'])
export type BotFault = z.infer<typeof BotFault>

export const adminTestBot = endpoint({
  method: 'POST',
  path: '/admin/telegram/test',
  access: ['settings.security'],
  summary: 'Apply the saved settings of the Telegram bot at Telegram, and say who it is or what is wrong',
  response: z.object({
    /** null: the bot works. */
    fault: z.nullable(BotFault),
    /** Telegram's error, or why its last webhook call failed. */
    detail: z.nullable(z.string()),
    username: z.nullable(z.string()),
    name: z.nullable(z.string()),
  }),
})
export type BotTest = z.output<typeof adminTestBot.response>
