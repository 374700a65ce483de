import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** An error in the web app, as the browser reports it. */
export const ReportedError = z.object({
  message: z.string().check(z.minLength(1), z.maxLength(300)),
  /** Path of the page, without query. */
  page: z.string().check(z.maxLength(200)),
  times: z.int().check(z.gte(1), z.lte(1000)),
})
export type ReportedError = z.infer<typeof ReportedError>

export const reportPageErrors = endpoint({
  method: 'POST',
  path: '/api/comm/errors',
  access: 'public',
  summary: 'Report errors of a page, without anything about a person; equal ones are counted together',
  body: z.object({
    errors: z.array(ReportedError).check(z.minLength(1), z.maxLength(20)),
    /** Build of the web app. */
    version: z.string().check(z.maxLength(40)),
  }),
})
