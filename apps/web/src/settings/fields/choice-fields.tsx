import { Select } from '@mantine/core'
import { adminListPlans } from '@portico/contract/plans-admin'
import { useQuery } from '@tanstack/react-query'
import { useMay } from '../../api/may.ts'
import { get } from '../../api/query.ts'
import { useT } from '../../i18n.ts'
import { CurrencySelect } from '../../ui/form/currency-select.tsx'
import { formValue } from '../settings-form.ts'
import type { OwnFieldProps } from './own-field.ts'

/** The site's currency. */
export function CurrencyField({ form, settingKey, ...shared }: OwnFieldProps) {
  return <CurrencySelect {...shared} {...form.getInputProps(settingKey)} />
}

/** A time zone. */
export function ZoneField({ form, settingKey, ...shared }: OwnFieldProps) {
  const t = useT()
  return (
    <Select
      searchable
      allowDeselect={false}
      limit={60}
      nothingFoundMessage={t('menu.search_empty')}
      data={zones(String(formValue(form.values, settingKey)))}
      {...shared}
      {...form.getInputProps(settingKey)}
    />
  )
}

// Browsers leave out UTC, because it is not the zone of any place.
function zones(current: string): string[] {
  return [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), current])].toSorted()
}

/** A plan's id; 0: none. Someone whose role shows no plans sees the id. */
export function PlanField({ form, settingKey, ...shared }: OwnFieldProps) {
  const t = useT()
  const { data } = useQuery({ ...get(adminListPlans, {}), enabled: useMay()('plans.read') })
  const chosen = String(formValue(form.values, settingKey))
  const offered = (data?.items ?? []).map(({ id, shown_name: label }) => ({ value: String(id), label }))
  const isGone = chosen !== '0' && !offered.some(({ value }) => value === chosen)
  const choices = [{ value: '0', label: t('setting.no_plan') }, ...offered, ...(isGone ? [{ value: chosen, label: `#${chosen}` }] : [])]
  return (
    <Select
      searchable
      allowDeselect={false}
      data={choices}
      {...shared}
      error={form.errors[settingKey]}
      value={chosen}
      onChange={(value) => form.setFieldValue(settingKey, Number(value))}
    />
  )
}
