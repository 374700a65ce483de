import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/**
 * `bad_token`: Telegram does not know it. `unusable`: what answers there is not the Bot API. `needs_https`: webhooks need a site address
 * with https. `refused`: Telegram said no, see `detail`.
 */
export const BotFault = z.enum(['off', 'no_token', 'bad_token', 'unreachable', 'unusable', 'needs_https', 'refused'])
export type BotFault = z.infer<typeof BotFault>

export const adminTestBot = endpoint({
  method: 'POST',
  path: '/admin/telegram/test',
  access: ['settings.security'],
  summary: 'Apply the saved settings of the Telegram bot at Telegram, and say who it is or what is wrong',
  response: z.object({
    /** null: it works. */
    fault: z.nullable(BotFault),
    /** What Telegram answered, or why it last could not call the webhook. */
    detail: z.nullable(z.string()),
    username: z.nullable(z.string()),
    name: z.nullable(z.string()),
  }),
})
export type BotTest = z.output<typeof adminTestBot.response>
