import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const adminUsageAlerts = endpoint({
  method: 'GET',
  path: '/admin/usage-alerts',
  access: ['members.read'],
  summary: 'How many members have passed each usage threshold in their cycle',
  response: z.object({ items: z.array(z.object({ threshold: z.int(), members: z.int() })), total: z.int() }),
})
