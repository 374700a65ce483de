import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { pageOf, pageQuery, Time } from './paging.ts'

export const PageError = z.object({
  id: z.int(),
  message: z.string(),
  page: z.string(),
  /** Browser and system of the last report, such as `Firefox, Windows`. */
  browser: z.nullable(z.string()),
  version: z.string(),
  times: z.int(),
  first_at: Time,
  last_at: Time,
})
export type PageError = z.infer<typeof PageError>

export const adminListPageErrors = endpoint({
  method: 'GET',
  path: '/admin/log/errors',
  access: ['log.read'],
  summary: 'Errors of pages in the last 30 days, the last seen first',
  query: z.object(pageQuery),
  response: pageOf(PageError),
})
