import { NumberInput, Select, TextInput } from '@mantine/core'
import type { AdminUser } from '@portico/contract/accounts-admin'
import { type PlanLimit, limitNames, LIMITS } from '@portico/contract/plan-limits'
import type { AdminPlan } from '@portico/contract/plans-admin'
import { useZone } from '../api/site.ts'
import { useT } from '../i18n.ts'
import { fieldOf } from '../ui/form/field-of.ts'
import { FieldRow, FormSection } from '../ui/form/form-section.tsx'
import { MoreFields } from '../ui/form/more-fields.tsx'
import { formatDateTime } from '../ui/format/format-time.ts'
import { ExpiryField } from './expiry-field.tsx'
import { limitText, limitTexts } from '../plans/limit-texts.ts'
import { termsOf, type UserFormApi } from './user-form.ts'

type Limits = Pick<AdminPlan, PlanLimit>
const MONTH_MS = 30 * 24 * 60 * 60 * 1000

/** The plan and its terms. */
export function Terms({ form, user, plans }: { form: UserFormApi; user: AdminUser; plans: AdminPlan[] }) {
  const t = useT()
  const zone = useZone()
  const holds = form.values.plan_id !== null
  // The limits the current plan had when it was bought. Another plan brings its own.
  const another = form.values.plan_id !== (user.plan_id === null ? null : String(user.plan_id))
  const limits: Limits = (another && plans.find((each) => String(each.id) === form.values.plan_id)) || user
  const choose = (id: string | null): void => {
    const plan = plans.find((each) => String(each.id) === id)
    // A first plan starts with a month. Without an end date it would be free forever.
    const first = id !== null && !holds
    const end = first ? { permanent: false, expires: formatDateTime(new Date(Date.now() + MONTH_MS), zone, 'second') } : {}
    form.setValues({ plan_id: id, ...termsOf(plan), ...end })
  }
  return (
    <FormSection title={t('user_manage.subscription')} text={t('user_manage.subscription_text')}>
      <Select
        placeholder={t('user_manage.no_plan')}
        clearable
        searchable
        nothingFoundMessage={t('menu.search_empty')}
        data={plans.map((plan) => ({ value: String(plan.id), label: plan.shown_name }))}
        {...fieldOf(form, 'plan_id', t('user_manage.plan'))}
        onChange={choose}
      />
      {holds && (
        <>
          <ExpiryField form={form} />
          <Traffic form={form} plan={limits} />
        </>
      )}
    </FormSection>
  )
}

function Traffic({ form, plan }: { form: UserFormApi; plan: Limits }) {
  const t = useT()
  const size = { min: 0, decimalScale: 6, suffix: ' GB', thousandSeparator: true } as const
  return (
    <>
      <FieldRow>
        <NumberInput {...size} {...fieldOf(form, 'transfer_enable', t('user_manage.quota'))} />
        <NumberInput {...size} {...fieldOf(form, 'extra_bytes', t('user_manage.extra'), t('user_manage.extra_text'))} />
      </FieldRow>
      <FieldRow>
        {limitNames.map((limit) => (
          <NumberInput
            key={limit}
            placeholder={t('user_manage.as_plan', { limit: limitText(limit, plan[limit] || null, t('user_manage.unlimited')) })}
            min={0}
            allowDecimal={false}
            suffix={LIMITS[limit].unit}
            thousandSeparator
            {...fieldOf(form, `own_${limit}`, t(limitTexts.entered[limit]), t('user_manage.own_limit_text'))}
          />
        ))}
      </FieldRow>
      <MoreFields title={t('user_manage.correct_usage')} isFilled={false} errors={form.errors} of={['u', 'd']}>
        <FieldRow>
          <NumberInput {...size} {...fieldOf(form, 'u', t('user_manage.up'))} />
          <NumberInput {...size} {...fieldOf(form, 'd', t('user_manage.down'))} />
        </FieldRow>
      </MoreFields>
    </>
  )
}

/** This member's discount, and the commission they earn by inviting. */
export function Rates({ form }: { form: UserFormApi }) {
  const t = useT()
  const percent = { min: 0, max: 100, allowDecimal: false, suffix: '%' } as const
  return (
    <FormSection title={t('user_manage.rates')}>
      <NumberInput
        placeholder={t('user_manage.none')}
        {...percent}
        {...fieldOf(form, 'discount_percent', t('user_manage.discount'), t('user_manage.discount_text'))}
      />
      <FieldRow>
        <NumberInput
          placeholder={t('user_manage.as_site')}
          {...percent}
          {...fieldOf(form, 'commission_rate', t('user_manage.commission_rate'))}
        />
        <Select
          placeholder={t('user_manage.as_site')}
          clearable
          data={(['first', 'every'] as const).map((value) => ({ value, label: t(`user_manage.mode_${value}`) }))}
          {...fieldOf(form, 'commission_mode', t('user_manage.commission_mode'))}
        />
      </FieldRow>
      <TextInput
        placeholder={t('user_manage.none')}
        maxLength={64}
        {...fieldOf(form, 'inviter', t('user_manage.inviter'), t('user_manage.inviter_text'))}
      />
    </FormSection>
  )
}
