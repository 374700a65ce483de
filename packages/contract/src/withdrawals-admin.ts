import * as z from 'zod/mini'
import { Csv } from './csv.ts'
import { endpoint } from './endpoint.ts'
import { Currency, Sum } from './money.ts'
import { dayQuery, pageOf, pageQuery } from './paging.ts'
import { Withdrawal, WithdrawalNo, WithdrawalStatus } from './withdrawals.ts'
import { Address, AddressOf, NameOrAddress } from './personal.ts'
import { typedText } from './typed-code.ts'

export const AdminWithdrawal = z.object({
  ...Withdrawal.shape,
  account_id: z.int(),
  email: AddressOf('account_id'),
  destination: Address,
  /** E-mail addresses of the operators who approved it, and who paid or rejected it. */
  approved_by: z.nullable(NameOrAddress),
  closed_by: z.nullable(NameOrAddress),
})
export type AdminWithdrawal = z.infer<typeof AdminWithdrawal>

const filter = {
  method: z.optional(z.string().check(z.maxLength(40))),
  /** Matches part of an e-mail address or destination, or a withdrawal's number. */
  q: z.optional(typedText(100)),
  /** Days on which withdrawals were requested. */
  ...dayQuery,
}
const status = z.optional(WithdrawalStatus)
const text = z.string().check(z.trim(), z.minLength(1), z.maxLength(500))

export const adminListWithdrawals = endpoint({
  method: 'GET',
  path: '/admin/withdrawals',
  access: ['money.read'],
  summary: 'Withdrawals by filter, newest first',
  query: z.object({ ...pageQuery, ...filter, status }),
  response: z.object({
    ...pageOf(AdminWithdrawal).shape,
    /** Withdrawals that a bulk approval with this method and search would approve, whatever the status filter. */
    waiting: z.object({ count: z.int(), amount: Sum, currency: Currency }),
    /** Methods of all withdrawals. */
    methods: z.array(z.string()),
  }),
})
export const adminExportWithdrawals = endpoint({
  method: 'GET',
  path: '/admin/withdrawals/export',
  access: ['money.read', 'members.read', 'export'],
  fresh: true,
  summary: 'The same list as CSV',
  query: z.object({ ...filter, status, sort: pageQuery.sort }),
  response: Csv,
})
export const adminApproveWithdrawals = endpoint({
  method: 'POST',
  path: '/admin/withdrawals/approval',
  access: ['withdrawals.decide'],
  summary: 'Approve all matching requests, up to 1,000; does nothing unless their number is as expected',
  body: z.object({ ...filter, expected: z.int().check(z.gte(1), z.lte(1000)) }),
  response: z.object({ approved: z.int() }),
})

const params = z.object({ withdrawal_no: WithdrawalNo })
export const adminApproveWithdrawal = endpoint({
  method: 'POST',
  path: '/admin/withdrawals/:withdrawal_no/approval',
  access: ['withdrawals.decide'],
  summary: 'Approve a withdrawal, so that it can be paid out',
  params,
  response: AdminWithdrawal,
})
export const adminRejectWithdrawal = endpoint({
  method: 'POST',
  path: '/admin/withdrawals/:withdrawal_no/rejection',
  access: ['withdrawals.decide'],
  summary: 'Reject a withdrawal with a reason shown to the member; the amount returns to their commission',
  params,
  body: z.object({ reason: text }),
  response: AdminWithdrawal,
})
export const adminPayWithdrawal = endpoint({
  method: 'POST',
  path: '/admin/withdrawals/:withdrawal_no/payment',
  access: ['withdrawals.decide'],
  summary: 'Confirm that an approved withdrawal was paid out',
  params,
  body: z.object({ proof: text }),
  response: AdminWithdrawal,
})
