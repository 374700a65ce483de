import * as z from 'zod/mini'
import { Commission, CommissionStatus } from './commissions.ts'
import { Csv } from './csv.ts'
import { endpoint } from './endpoint.ts'
import { Currency, Sum } from './money.ts'
import { pageOf, pageQuery } from './paging.ts'
import { AddressOf } from './personal.ts'
import { typedText } from './typed-code.ts'

export const AdminCommission = z.object({
  ...Commission.shape,
  trade_no: z.string(),
  buyer_id: z.int(),
  buyer_email: AddressOf('buyer_id'),
  receiver_id: z.int(),
  receiver_email: AddressOf('receiver_id'),
})
export type AdminCommission = z.infer<typeof AdminCommission>

/** Sum of the listed commissions in one currency, after reversals. Covers all pages of the filter. */
export const CommissionSum = z.object({ currency: Currency, amount: Sum })
export type CommissionSum = z.infer<typeof CommissionSum>

const filter = {
  status: z.optional(CommissionStatus),
  /** Part of the buyer's or the receiver's e-mail address, or a trade number. */
  q: z.optional(typedText(100)),
}

export const adminListCommissions = endpoint({
  method: 'GET',
  path: '/admin/commissions',
  access: ['money.read'],
  summary: 'Commissions by filter, newest first',
  query: z.object({ ...pageQuery, ...filter }),
  response: z.object({ ...pageOf(AdminCommission).shape, sums: z.array(CommissionSum) }),
})
export const adminExportCommissions = endpoint({
  method: 'GET',
  path: '/admin/commissions/export',
  access: ['money.read', 'members.read', 'export'],
  fresh: true,
  summary: 'The same list as CSV',
  query: z.object({ ...filter, sort: pageQuery.sort }),
  response: Csv,
})
export const adminVoidCommission = endpoint({
  method: 'POST',
  path: '/admin/commissions/:id/voiding',
  access: ['money.book'],
  summary: 'Void an unpaid commission',
  body: z.object({ reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)) }),
  response: AdminCommission,
})
