import type { Cell } from '../http/downloads/csv.ts'
import type { CouponRow } from './coupons.table.ts'
import { stateOf } from './coupon-state.ts'

export const COUPON_COLUMNS = [
  'code',
  'name',
  'kind',
  'value',
  'state',
  'used',
  'limit_use',
  'limit_per_member',
  'new_members_only',
  'plans',
  'periods',
  'starts_at',
  'ends_at',
  'batch',
] as const

/** Coupons as rows of text. Plans are shown by name. */
export function toCouponLines(rows: CouponRow[], planNames: Map<number, string>, currency: string, now: Date): Cell[][] {
  return rows.map((row) => [
    row.code,
    row.name,
    row.kind,
    row.kind === 'amount' ? { amount: row.value, currency } : row.value,
    stateOf(row, now),
    row.used,
    row.limitUse,
    row.limitPerMember,
    row.newMembersOnly ? 'yes' : 'no',
    row.planIds?.map((id) => planNames.get(id) ?? `#${id}`).join('; ') ?? null,
    row.periods?.join('; ') ?? null,
    row.startsAt,
    row.endsAt,
    row.batchId,
  ])
}
