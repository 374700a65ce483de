import { Radio } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { adminPlanRenewals, type RenewingMembers } from '@portico/contract/plans-admin'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { get } from '../../api/query.ts'
import { useZone } from '../../api/site.ts'
import { useT } from '../../i18n.ts'
import { DayField } from '../../ui/form/day-field.tsx'
import { FormSection } from '../../ui/form/form-section.tsx'
import { useDate } from '../../ui/format/use-date.ts'
import { useMoney } from '../../ui/format/use-money.ts'
import type { PlanForm } from '../plan-form.ts'
import { concerned, type Prices, soonestDay } from './concerned.ts'

interface PriceChangeProps {
  form: UseFormReturnType<PlanForm>
  planId: number
  prices: Prices
  currency: string
}

/** Shown while members renew for less than the plan is to cost: whether its price counts for them, and from when. */
export function PriceChange({ form, planId, prices, currency }: PriceChangeProps) {
  const t = useT()
  const zone = useZone()
  const [soonest] = useState(() => soonestDay(new Date(), zone))
  const { data } = useQuery(get(adminPlanRenewals, { params: { id: planId } }))
  const groups = concerned(data?.items ?? [], prices)
  if (groups.length === 0) return null
  const members = groups.reduce((sum, group) => sum + group.members, 0)
  return (
    <FormSection title={t('plan_manage.renewals')} text={t('plan_manage.renewals_text', { n: members })}>
      <div className="small">
        {groups.map((group) => (
          <Group key={`${group.period} ${group.amount} ${group.next?.from}`} group={group} currency={currency} />
        ))}
      </div>
      <Radio.Group aria-label={t('plan_manage.renewals')} {...form.getInputProps('renewals')}>
        <Radio value="keep" label={t('plan_manage.renewals_keep')} description={t('plan_manage.renewals_keep_text')} />
        <Radio value="follow" mt="sm" label={t('plan_manage.renewals_follow')} description={t('plan_manage.renewals_follow_text')} />
      </Radio.Group>
      {form.values.renewals === 'follow' && (
        <DayField
          required
          label={t('plan_manage.renewals_from')}
          description={zone && t('plan_manage.renewals_midnight', { zone })}
          min={soonest}
          value={form.values.renewals_from ?? undefined}
          error={form.errors['renewals_from']}
          onChange={(day) => form.setFieldValue('renewals_from', day ?? null)}
        />
      )}
    </FormSection>
  )
}

function Group({ group: { period, amount, members, next }, currency }: { group: RenewingMembers; currency: string }) {
  const t = useT()
  const money = useMoney()
  const date = useDate()
  const words = { n: members, period: t(`period.${period}`), amount: money(amount, currency) }
  if (next === null) return <p>{t('plan_manage.renewing', words)}</p>
  return <p>{t('plan_manage.renewing_next', { ...words, next: money(next.amount, currency), day: date(next.from) })}</p>
}
