import { NativeSelect, NumberInput, Switch } from '@mantine/core'
import { adminListPlans } from '@portico/contract/plans-admin'
import { useQuery } from '@tanstack/react-query'
import { get } from '../../api/query.ts'
import { useT } from '../../i18n.ts'
import { fieldOf, flagOf } from '../../ui/form/field-of.ts'
import type { GetInputPropsReturnType } from '@mantine/form'

export interface PlanForm {
  /** '' until one is chosen. */
  plan_id: string
  days: number | string
  /** The plan waits for the first connection, at most so many days. */
  waits: boolean
  wait_days: number | string
}
/** The part of a Mantine form that this needs. */
interface Api {
  values: PlanForm
  getInputProps: (path: string, options?: { type?: 'checkbox' | 'input' }) => GetInputPropsReturnType
  isRequired?: (path: string) => boolean
}

/** Which plan is given, for how long, and whether it waits for the first connection. */
export function PlanFields({ form }: { form: Api }) {
  const t = useT()
  const plans = useQuery(get(adminListPlans, {}))
  return (
    <>
      <NativeSelect
        data-autofocus
        data={[
          { value: '', label: t('form.choose') },
          ...(plans.data?.items ?? []).map(({ id, shown_name: label }) => ({ value: String(id), label })),
        ]}
        {...fieldOf(form, 'plan_id', t('user_manage.plan'))}
      />
      <NumberInput min={1} max={3650} allowDecimal={false} {...fieldOf(form, 'days', t('member_page.days'))} />
      <Switch {...flagOf(form, 'waits', t('wait_days.switch'), t('wait_days.text'))} />
      {form.values.waits && (
        <NumberInput
          min={1}
          max={3650}
          allowDecimal={false}
          {...fieldOf(form, 'wait_days', t('wait_days.most'), t('wait_days.most_text'))}
        />
      )}
    </>
  )
}
