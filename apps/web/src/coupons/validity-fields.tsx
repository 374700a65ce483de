import '@mantine/dates/styles.layer.css'
import { MultiSelect } from '@mantine/core'
import { DateTimePicker } from '@mantine/dates'
import type { GetInputPropsReturnType } from '@mantine/form'
import { PERIODS } from '@portico/contract/periods'
import { adminListPlans } from '@portico/contract/plans-admin'
import { useQuery } from '@tanstack/react-query'
import { get } from '../api/query.ts'
import { useZone } from '../api/site.ts'
import { useStore } from '../store.ts'
import { language, useT } from '../i18n.ts'
import { dayjsLocale } from '../ui/format/dayjs-locale.ts'
import { FieldRow, FormSection } from '../ui/form/form-section.tsx'
import type { ValidityForm } from './validity-form.ts'

/** The plans, periods and dates for which a coupon or a promotion is valid. */
export function ValidityFields({ field }: { field: (name: keyof ValidityForm) => GetInputPropsReturnType }) {
  const t = useT()
  const lang = useStore(language)
  const zone = useZone()
  const plans = useQuery(get(adminListPlans, {}))
  const date = {
    valueFormat: 'YYYY-MM-DD HH:mm',
    locale: dayjsLocale(lang),
    clearable: true,
    clearButtonProps: { 'aria-label': t('validity.clear') },
  }
  return (
    <FormSection title={t('validity.title')}>
      <MultiSelect
        label={t('validity.plans')}
        placeholder={t('validity.any_plan')}
        data={(plans.data?.items ?? []).map((plan) => ({ value: String(plan.id), label: plan.shown_name }))}
        searchable
        clearable
        nothingFoundMessage={t('menu.search_empty')}
        {...field('plan_ids')}
      />
      <MultiSelect
        label={t('validity.periods')}
        placeholder={t('validity.any_period')}
        data={PERIODS.map((period) => ({ value: period, label: t(`period.${period}`) }))}
        clearable
        {...field('periods')}
      />
      <FieldRow text={zone && t('validity.zone', { zone })}>
        <DateTimePicker label={t('validity.starts')} placeholder={t('validity.at_once')} {...date} {...field('starts_at')} />
        <DateTimePicker label={t('validity.ends')} placeholder={t('validity.no_end')} {...date} {...field('ends_at')} />
      </FieldRow>
    </FormSection>
  )
}
