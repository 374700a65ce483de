import { minorDigits, toDecimal } from '@portico/contract/money'
import type { RedeemKind } from '@portico/contract/redeem-codes'
import type { RedeemTemplate, RedeemTemplateInput } from '@portico/contract/redeem-codes-admin'
import { parseFixed } from '../ui/form/fixed-point.ts'
import { toBytes, toGigabytes } from '../ui/form/gigabytes.ts'

/** A kind of code as its form holds it: money as a decimal, traffic in GB, and `for_good` in place of a plan's days. */
export interface TemplateForm extends Record<string, unknown> {
  name: string
  kind: RedeemKind
  amount: string
  days: number | string
  gigabytes: number | string
  plan_id: string | null
  for_good: boolean
  /** The plan waits for the first connection, at most so many days. */
  waits: boolean
  wait_days: number | string
  max_per_member: number | string
  new_members_only: boolean
  enabled: boolean
  colour: string
}

export function toTemplateForm(template: RedeemTemplate | null, currency: string): TemplateForm {
  const kind = template?.kind ?? 'balance'
  const value = template?.value ?? 0
  const isTime = kind === 'days' || kind === 'plan'
  return {
    name: template?.name ?? '',
    kind,
    amount: template && kind === 'balance' ? toDecimal(value, currency) : '',
    days: template && isTime && value > 0 ? value : 30,
    gigabytes: template && kind === 'traffic' ? toGigabytes(value) : 10,
    plan_id: template?.plan_id ? String(template.plan_id) : null,
    for_good: template !== null && kind === 'plan' && value === 0,
    waits: template !== null && template.wait_days !== null,
    wait_days: template?.wait_days ?? 90,
    max_per_member: template?.max_per_member ?? 1,
    new_members_only: template?.new_members_only ?? false,
    enabled: template?.enabled ?? true,
    colour: template?.colour ?? '',
  }
}

/** The request body. An unreadable field becomes NaN, which the contract's schema refuses. */
export function toTemplateInput(form: TemplateForm, currency: string): RedeemTemplateInput {
  const { name, kind, new_members_only, enabled, colour } = form
  return {
    name,
    kind,
    value: valueOf(form, currency),
    plan_id: kind === 'plan' && form.plan_id !== null ? Number(form.plan_id) : null,
    wait_days: kind === 'plan' && !form.for_good && form.waits ? numberOf(form.wait_days) : null,
    max_per_member: numberOf(form.max_per_member),
    new_members_only,
    enabled,
    colour: colour === '' ? null : colour.toLowerCase(),
  }
}

/** The field of the form that holds what a kind of code gives, the contract's `value`. */
export function valueField(kind: RedeemKind): 'amount' | 'days' | 'gigabytes' {
  return kind === 'balance' ? 'amount' : kind === 'traffic' ? 'gigabytes' : 'days'
}

function valueOf(form: TemplateForm, currency: string): number {
  switch (form.kind) {
    case 'balance':
      return parseFixed(form.amount, minorDigits(currency))
    case 'traffic':
      return toBytes(form.gigabytes)
    case 'reset':
      return 0
    case 'days':
      return numberOf(form.days)
    case 'plan':
      // Zero days do not mean a permanent plan: that has its own switch.
      return form.for_good ? 0 : numberOf(form.days) || Number.NaN
  }
}

function numberOf(field: number | string): number {
  return field === '' ? Number.NaN : Number(field)
}
