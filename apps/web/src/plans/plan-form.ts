import { minorDigits, toDecimal } from '@portico/contract/money'
import { eachPeriod, PERIODS, type Period } from '@portico/contract/periods'
import { eachLimit, type PlanLimit } from '@portico/contract/plan-limits'
import type { AdminPlan, PlanChange, PlanInput } from '@portico/contract/plans-admin'
import type { ResetMode } from '@portico/contract/reset-mode'
import { changedFields } from '../ui/form/changed-fields.ts'
import { parseFixed } from '../ui/form/fixed-point.ts'
import { toBytes, toGigabytes } from '../ui/form/gigabytes.ts'
import { toTranslationsForm } from '../ui/form/in-languages.tsx'
import { nextName } from '../ui/form/next-name.ts'
import { numberOrNull } from '../ui/form/number-field.ts'
import { momentAt } from '../ui/format/zoned-time.ts'

type Field = number | string

/** Whether higher prices count for renewals, and from which day of the site's zone. */
type RenewalsForm = { renewals: 'keep' | 'follow'; renewals_from: string | null }

/** A plan as its form holds it: prices as decimals, traffic in GB, '' for no limit or no price. */
export type PlanForm = Pick<PlanInput, 'name' | 'content' | 'tags' | 'show' | 'sell' | 'renew'> &
  Record<PlanLimit | 'transfer_enable' | 'capacity_limit', Field> &
  Record<Period, string> &
  RenewalsForm & { group_id: string | null; reset_mode: ResetMode | ''; translations: ReturnType<typeof toTexts> }

export function toPlanForm(plan: AdminPlan | null, currency: string): PlanForm {
  const price = (period: Period): string => {
    const amount = plan?.[period] ?? null
    return amount === null ? '' : toDecimal(amount, currency)
  }
  return {
    name: plan?.name ?? '',
    content: plan?.content ?? '',
    tags: plan?.tags ?? [],
    translations: toTexts(plan),
    group_id: plan ? String(plan.group_id) : null,
    reset_mode: plan?.reset_mode ?? '',
    transfer_enable: plan ? toGigabytes(plan.transfer_enable) : 100,
    ...eachLimit((limit) => plan?.[limit] ?? ''),
    capacity_limit: plan?.capacity_limit ?? '',
    show: plan?.show ?? true,
    sell: plan?.sell ?? true,
    renew: plan?.renew ?? true,
    renewals: 'keep',
    renewals_from: null,
    ...eachPeriod(price),
  }
}

/** The names of a copy; only that for all languages is made anew. */
export function namedAnew(plan: AdminPlan, taken: readonly string[]): Pick<PlanForm, 'name' | 'translations'> {
  const { en, 'zh-CN': zh } = toTexts(plan)
  return { name: nextName(plan.name, taken, 80), translations: { en: { ...en, name: '' }, 'zh-CN': { ...zh, name: '' } } }
}

function toTexts(plan: AdminPlan | null) {
  return toTranslationsForm(plan?.translations, { name: '', content: '', tags: [] as string[] })
}

/** The request body. An unreadable field becomes NaN, which the contract's schema refuses. */
export function toPlanInput({ renewals: _, renewals_from: __, ...form }: PlanForm, currency: string): PlanInput {
  const places = minorDigits(currency)
  return {
    ...form,
    group_id: form.group_id === null ? Number.NaN : Number(form.group_id),
    reset_mode: form.reset_mode === '' ? null : form.reset_mode,
    transfer_enable: toBytes(form.transfer_enable),
    ...eachLimit((limit) => numberOrNull(form[limit])),
    capacity_limit: numberOrNull(form.capacity_limit),
    ...eachPeriod((period) => (form[period].trim() === '' ? null : parseFixed(form[period], places))),
  }
}

/** Changed fields; all prices if they count for renewals, as some members pay less. */
export function toPlanChange(plan: AdminPlan, form: PlanForm, currency: string, zone: string | undefined): PlanChange {
  const now = toPlanInput(form, currency)
  const changed = changedFields(toPlanInput(toPlanForm(plan, currency), currency), now)
  const day = followsFrom(form)
  if (day === null) return changed
  const from = momentAt(`${day} 00:00`, zone).toISOString()
  return { ...changed, ...eachPeriod((period) => now[period]), renewals_from: from }
}

/** Day from which the prices count for renewals too; null: for new sales only. */
export function followsFrom({ renewals, renewals_from: from }: RenewalsForm): string | null {
  return renewals === 'follow' ? from : null
}

/** Whether the plan is to be sold, but for no price. That of a traffic reset sells no plan. */
export function lacksPrice({ sell, ...form }: PlanForm): boolean {
  return sell && PERIODS.every((period) => period === 'reset_price' || form[period].trim() === '')
}
