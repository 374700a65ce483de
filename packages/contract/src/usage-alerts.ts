import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Ok, Time } from './paging.ts'

export const getUsageAlert = endpoint({
  method: 'GET',
  path: '/muser/usage-alert',
  access: 'member',
  summary: 'The highest threshold my use has passed in this cycle, unless dismissed',
  response: z.object({ alert: z.nullable(z.object({ threshold: z.int(), at: Time })) }),
})
export const dismissUsageAlert = endpoint({
  method: 'POST',
  path: '/muser/usage-alert/dismiss',
  access: 'member',
  summary: 'Show this alert and those below it no more in this cycle',
  body: z.object({ threshold: z.int().check(z.gte(1), z.lte(100)) }),
  response: Ok,
})
