import type { AdminUser, UserChange } from '@portico/contract/accounts-admin'
import { eachLimit, type OwnLimit } from '@portico/contract/plan-limits'
import type { AdminPlan } from '@portico/contract/plans-admin'
import type { UseFormReturnType } from '@mantine/form'
import { changedFields } from '../ui/form/changed-fields.ts'
import { formatDateTime } from '../ui/format/format-time.ts'
import { toBytes, toGigabytes } from '../ui/form/gigabytes.ts'
import { numberOrNull } from '../ui/form/number-field.ts'
import { momentAt } from '../ui/format/zoned-time.ts'

type Field = number | string

/**
 * An account in its form. Traffic is in GB, with the cycle's quota separate from traffic that carries over.
 * The end of the term is in the site's time zone.
 */
export type UserForm = Pick<AdminUser, 'remarks' | 'banned'> &
  Record<OwnLimit | 'transfer_enable' | 'extra_bytes' | 'u' | 'd' | 'discount_percent' | 'commission_rate', Field> & {
    commission_mode: AdminUser['commission_mode']
    /** E-mail address or id of the inviter; empty: none. */
    inviter: string
    /** New password; empty: unchanged. */
    password: string
    plan_id: string | null
    permanent: boolean
    expires: string | null
  }
export type UserFormApi = UseFormReturnType<UserForm>

export function toUserForm(user: AdminUser, zone: string | undefined): UserForm {
  return {
    password: '',
    remarks: user.remarks,
    banned: user.banned,
    plan_id: user.plan_id === null ? null : String(user.plan_id),
    permanent: user.expired_at === null,
    expires: user.expired_at === null ? null : formatDateTime(user.expired_at, zone, 'second'),
    transfer_enable: toGigabytes(user.transfer_enable - user.extra_bytes),
    extra_bytes: toGigabytes(user.extra_bytes),
    u: toGigabytes(user.u, 2),
    d: toGigabytes(user.d, 2),
    ...eachLimit((limit) => user[`own_${limit}`] ?? '', 'own_'),
    discount_percent: user.discount_percent ?? '',
    commission_rate: user.commission_rate ?? '',
    commission_mode: user.commission_mode,
    inviter: user.inviter_email ?? '',
  }
}

/** The terms that come with a plan, as the server sets them. Zero without a plan. */
export function termsOf(plan: AdminPlan | undefined): Pick<UserForm, 'transfer_enable'> {
  return { transfer_enable: plan ? toGigabytes(plan.transfer_enable) : 0 }
}

/** All values of the form. `changeOf` sends only those that differ. */
export function toUserChange(form: UserForm, zone: string | undefined): UserChange {
  const { password, plan_id, permanent, expires, transfer_enable, extra_bytes, u, d, inviter, ...same } = form
  return {
    ...same,
    ...(password === '' ? {} : { password }),
    plan_id: plan_id === null ? null : Number(plan_id),
    expired_at: permanent || plan_id === null ? null : isoOf(expires, zone),
    transfer_enable: toBytes(transfer_enable) + toBytes(extra_bytes),
    extra_bytes: toBytes(extra_bytes),
    u: toBytes(u),
    d: toBytes(d),
    ...eachLimit((limit) => numberOrNull(form[`own_${limit}`]), 'own_'),
    discount_percent: numberOrNull(form.discount_percent),
    commission_rate: numberOrNull(form.commission_rate),
    inviter: inviter.trim() === '' ? null : inviter,
  }
}

// No date gives an empty string, which the schema rejects.
function isoOf(wall: string | null, zone: string | undefined): string {
  return wall === null ? '' : momentAt(wall, zone).toISOString()
}

/** The changed fields. With a new plan, terms are compared with that plan's. */
export function changeOf(user: AdminUser, form: UserForm, plan: AdminPlan | undefined, zone: string | undefined): UserChange {
  const was = toUserForm(user, zone)
  const base = form.plan_id === was.plan_id ? was : { ...was, ...termsOf(plan) }
  return changedFields(toUserChange(base, zone), toUserChange(form, zone))
}
