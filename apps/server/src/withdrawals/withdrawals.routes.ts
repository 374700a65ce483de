import type { Cell } from '../http/downloads/csv.ts'
import * as contract from '@portico/contract/withdrawals'
import * as admin from '@portico/contract/withdrawals-admin'
import { searchFor } from '../accounts/find-by-address.ts'
import type { App } from '../app.ts'
import { recordExport } from '../audit/record-export.ts'
import { mapParts } from '../db/whole-list.ts'
import type { Caller } from '../actor.ts'
import { type Router, serve } from '../http/router.ts'
import { serveCsv } from '../http/downloads/serve-csv.ts'
import { type Days, spanOf } from '../db/in-days.ts'
import { toPage, toWire } from '../to-wire.ts'
import { cancelWithdrawal } from './cancel-withdrawal.ts'
import { isApprovable } from './access-hold.ts'
import { approveWithdrawals, decideWithdrawal } from './decide-withdrawal.ts'
import {
  countWaiting,
  findWithdrawal,
  listWithdrawals,
  usedMethods,
  wholeWithdrawals,
  type WithdrawalWithNames,
} from './list-withdrawals.ts'
import { requestWithdrawal } from './request-withdrawal.ts'
import type { WithdrawalRow } from './withdrawals.table.ts'

export function withdrawalRoutes(router: Router, app: App): void {
  const { db } = app.database

  serve(router, app, contract.requestWithdrawal, async ({ caller, body }) => {
    await app.limits.payoutsByAccount.take(String(caller.accountId))
    const { withdrawal_no: withdrawalNo = null, amount, withdraw_method: method, withdraw_account: destination } = body
    const input = { withdrawalNo, amount, method, destination }
    return toWithdrawal(await requestWithdrawal(app.database, caller, input, { now: app.now(), settings: app.settings() }))
  })
  serve(router, app, contract.withdrawalTerms, async () => {
    const settings = app.settings()
    return {
      open: settings['withdrawal.enabled'] && settings['withdrawal.methods'].length > 0,
      methods: settings['withdrawal.methods'],
      min_amount: settings['withdrawal.min'],
      fee_percent: settings['withdrawal.fee_percent'],
      currency: settings['site.currency'],
    }
  })
  serve(router, app, contract.fetchWithdrawals, async ({ caller, query }) =>
    toPage(await listWithdrawals(db, { accountId: caller.accountId, status: query.status }, query), query, ({ withdrawal }) =>
      toWithdrawal(withdrawal),
    ),
  )
  serve(router, app, contract.cancelWithdrawal, async ({ caller, body }) =>
    toWithdrawal(await cancelWithdrawal(app.database, caller, body.withdrawal_no, app.now())),
  )
  adminRoutes(router, app)
}

function adminRoutes(router: Router, app: App): void {
  const { db } = app.database
  const decided = async (by: Caller, decision: Parameters<typeof decideWithdrawal>[2]): Promise<admin.AdminWithdrawal> => {
    await decideWithdrawal(app.database, by, decision, { now: app.now(), settings: app.settings() })
    return toAdminWithdrawal(await findWithdrawal(db, decision.withdrawalNo))
  }

  const filterOf = <F extends Days & { q?: string | undefined }>(by: Caller, { from, to, q, ...rest }: F) => ({
    ...rest,
    search: searchFor(q, by),
    span: spanOf({ from, to }, app.settings()['site.timezone']),
  })

  serve(router, app, admin.adminListWithdrawals, async ({ caller, query }) => {
    const currency = app.settings()['site.currency']
    const filter = filterOf(caller, query)
    const [found, waiting, methods] = await Promise.all([
      listWithdrawals(db, filter, query),
      countWaiting(db, filter, isApprovable(caller, app.settings(), app.now()), currency),
      usedMethods(db),
    ])
    return { ...toPage(found, query, toAdminWithdrawal), waiting: { ...waiting, currency }, methods }
  })
  serveCsv(router, app, admin.adminExportWithdrawals, async (tx, { caller, query }) => {
    const { sort, ...filter } = query
    const { rows, parts } = await wholeWithdrawals(tx, filterOf(caller, filter), sort)
    const note = () => recordExport(app.database, caller, { entity: 'withdrawal', rows, filter }, app.now())
    return { columns: COLUMNS, rows, lines: mapParts(parts, (found) => found.map(toLine)), note }
  })
  serve(router, app, admin.adminApproveWithdrawals, async ({ caller, body }) => ({
    approved: await approveWithdrawals(app.database, caller, filterOf(caller, body), { now: app.now(), settings: app.settings() }),
  }))
  serve(router, app, admin.adminApproveWithdrawal, ({ caller, params }) =>
    decided(caller, { withdrawalNo: params.withdrawal_no, action: 'approve' }),
  )
  serve(router, app, admin.adminRejectWithdrawal, ({ caller, params, body }) =>
    decided(caller, { withdrawalNo: params.withdrawal_no, action: 'reject', reason: body.reason }),
  )
  serve(router, app, admin.adminPayWithdrawal, ({ caller, params, body }) =>
    decided(caller, { withdrawalNo: params.withdrawal_no, action: 'pay', proof: body.proof }),
  )
}

function toWithdrawal(row: WithdrawalRow): contract.Withdrawal {
  return toWire(contract.Withdrawal, row)
}

function toAdminWithdrawal({ withdrawal, email, approver, closer }: WithdrawalWithNames): admin.AdminWithdrawal {
  return toWire(admin.AdminWithdrawal, { ...withdrawal, email, approvedBy: approver, closedBy: closer })
}

const COLUMNS = [
  'withdrawal_no',
  'email',
  'status',
  'currency',
  'amount',
  'fee_amount',
  'to_pay',
  'method',
  'destination',
  'created_at',
  'approved_at',
  'closed_at',
  'approved_by',
  'closed_by',
  'reason',
  'proof',
] as const

function toLine(row: WithdrawalWithNames): Cell[] {
  const { withdrawal_no, email, status, currency, amount, fee_amount, ...rest } = toAdminWithdrawal(row)
  const money = [amount, fee_amount, amount - fee_amount].map((value) => ({ amount: value, currency }))
  const { method, destination, approved_by, closed_by, reason, proof } = rest
  const { createdAt, approvedAt, closedAt } = row.withdrawal
  const tail = [method, destination, createdAt, approvedAt, closedAt, approved_by, closed_by, reason, proof]
  return [withdrawal_no, email, status, currency, ...money, ...tail]
}
