import { minorDigits, toDecimal } from '@portico/contract/money'
import type { CouponKind } from '@portico/contract/coupons'
import type { AdminCoupon, CouponBatchInput, CouponChange, CouponInput } from '@portico/contract/coupons-admin'
import { parseFixed } from '../ui/form/fixed-point.ts'
import { numberOrNull } from '../ui/form/number-field.ts'
import { toValidity, toValidityForm, type ValidityForm } from './validity-form.ts'

type Field = number | string

/** A coupon or a batch in its form. `value` is a decimal amount or a percentage. '' means no limit. */
export interface CouponForm extends Record<string, unknown>, ValidityForm {
  /** Code; empty: a random one is generated. */
  code: string
  count: Field
  prefix: string
  name: string
  kind: CouponKind
  value: string
  limit_use: Field
  limit_per_member: Field
  new_members_only: boolean
}
export type Site = { currency: string; zone: string | undefined }

export function toCouponForm(coupon: AdminCoupon | null, batch: boolean, { currency, zone }: Site): CouponForm {
  const kind = coupon?.kind ?? 'percent'
  return {
    code: coupon?.code ?? '',
    count: 100,
    prefix: '',
    name: coupon?.name ?? '',
    kind,
    value: coupon ? valueText(coupon, currency) : '',
    // Batch codes are given away one by one, so each works once by default.
    limit_use: coupon ? (coupon.limit_use ?? '') : batch ? 1 : '',
    limit_per_member: coupon ? (coupon.limit_per_member ?? '') : 1,
    new_members_only: coupon?.new_members_only ?? false,
    ...toValidityForm(coupon, zone),
  }
}

export function toCouponInput(form: CouponForm, site: Site): CouponInput {
  const code = form.code.trim()
  return { code: code === '' ? null : code, ...terms(form, site) }
}

export function toCouponChange(form: CouponForm, site: Site): CouponChange {
  return { code: form.code, ...terms(form, site) }
}

export function toBatchInput(form: CouponForm, site: Site): CouponBatchInput {
  return { count: Number(form.count === '' ? Number.NaN : form.count), prefix: form.prefix, ...terms(form, site) }
}

function terms(form: CouponForm, { currency, zone }: Site): Omit<CouponChange, 'code'> {
  return {
    name: form.name,
    kind: form.kind,
    value: parseFixed(form.value, placesOf(form.kind, currency)),
    limit_use: numberOrNull(form.limit_use),
    limit_per_member: numberOrNull(form.limit_per_member),
    new_members_only: form.new_members_only,
    ...toValidity(form, zone),
  }
}

function valueText({ kind, value }: AdminCoupon, currency: string): string {
  return kind === 'amount' ? toDecimal(value, currency) : String(value)
}

/** Decimals of a discount's value. */
export function placesOf(kind: CouponKind, currency: string): number {
  return kind === 'amount' ? minorDigits(currency) : 0
}
