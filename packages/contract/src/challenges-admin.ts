import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** Result of testing a captcha provider's keys. `not_set`: the site uses its own challenge, which has no keys. */
export const KeyTest = z.enum(['works', 'wrong_secret', 'unreachable', 'not_set'])
export type KeyTest = z.infer<typeof KeyTest>

export const adminTestChallenge = endpoint({
  method: 'POST',
  path: '/admin/challenges/test',
  access: ['settings.security'],
  summary: 'Ask the challenge provider whether it knows the stored secret',
  response: z.object({ result: KeyTest }),
})
