import * as z from 'zod/mini'
import { Commission, CommissionStatus } from './commissions.ts'
import { endpoint } from './endpoint.ts'
import { IdParams, pageOf, pageQuery } from './paging.ts'

export const AdminCommission = z.object({
  ...Commission.shape,
  trade_no: z.string(),
  buyer_id: z.int(),
  buyer_email: z.string(),
  receiver_id: z.int(),
  receiver_email: z.string(),
})
export type AdminCommission = z.infer<typeof AdminCommission>

export const adminListCommissions = endpoint({
  method: 'GET',
  path: '/admin/commissions',
  access: ['money.read'],
  summary: 'Commissions by filter, newest first',
  query: z.object({
    ...pageQuery,
    status: z.optional(CommissionStatus),
    /** Part of the buyer's or the receiver's e-mail address, or a trade number. */
    q: z.optional(z.string().check(z.maxLength(100))),
  }),
  response: pageOf(AdminCommission),
})
export const adminVoidCommission = endpoint({
  method: 'POST',
  path: '/admin/commissions/:id/voiding',
  access: ['money.book'],
  summary: 'Void an unpaid commission',
  params: IdParams,
  body: z.object({ reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)) }),
  response: AdminCommission,
})
