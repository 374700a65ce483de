import { Button, Input, NumberInput, Select, TagsInput } from '@mantine/core'
import { adminListPlans } from '@portico/contract/plans-admin'
import type { SettingKey } from '@portico/contract/settings/registry'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { useMay } from '../api/may.ts'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { fieldOf } from '../ui/form/field-of.ts'
import { FieldRow } from '../ui/form/form-section.tsx'
import { AmountField } from './amount-field.tsx'
import { ChannelsField } from './channels-field.tsx'
import { CurrencyField } from './currency-field.tsx'
import { HeaderField } from './header-field.tsx'
import type { OwnFieldProps } from './own-field.ts'
import { formValue } from './settings-form.ts'
import styles from './settings-page.module.css'

/** Custom fields for settings that the registry's description is not enough for. */
export const ownFields: Partial<Record<SettingKey, ComponentType<OwnFieldProps>>> = {
  'site.currency': CurrencyField,
  'site.timezone': ZoneField,
  'topup.tiers': TiersField,
  'invoice.tax_rate': PercentField,
  'account.trial_plan': PlanField,
  'commission.shares': SharesField,
  'usage.alert_thresholds': ThresholdsField,
  'subscription.expiry_notice_days': DaysField,
  'service.channels': ChannelsField,
  'header.items': HeaderField,
}

function ZoneField({ form, settingKey, ...shared }: OwnFieldProps) {
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
function PlanField({ form, settingKey, ...shared }: OwnFieldProps) {
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

/** Hundredths of a percent. */
function PercentField({ form, settingKey, ...shared }: OwnFieldProps) {
  const value = Number(formValue(form.values, settingKey))
  return (
    <NumberInput
      suffix=" %"
      decimalScale={2}
      min={0}
      max={99.99}
      allowNegative={false}
      {...shared}
      error={form.errors[settingKey]}
      value={Number.isNaN(value) ? '' : value / 100}
      onChange={(typed) => form.setFieldValue(settingKey, typed === '' ? Number.NaN : Math.round(Number(typed) * 100))}
    />
  )
}

function SharesField({ form, settingKey, label, description, disabled }: OwnFieldProps) {
  const t = useT()
  return (
    <Input.Wrapper
      label={label}
      description={description}
      error={form.errors[settingKey]}
      labelElement="div"
      role="group"
      aria-label={label}
      descriptionProps={{ mb: 10 }}
    >
      <FieldRow>
        {[0, 1, 2].map((level) => (
          <NumberInput
            key={level}
            suffix=" %"
            allowDecimal={false}
            allowNegative={false}
            disabled={disabled}
            {...fieldOf(form, `${settingKey}.${level}`, t('setting.level', { n: level + 1 }))}
          />
        ))}
      </FieldRow>
    </Input.Wrapper>
  )
}

function ThresholdsField(props: OwnFieldProps) {
  return <NumbersField {...props} most={100} />
}

function DaysField(props: OwnFieldProps) {
  return <NumbersField {...props} most={30} />
}

/** Whole numbers from 1, at most `most`. */
function NumbersField({ form, settingKey, most, ...shared }: OwnFieldProps & { most: number }) {
  const numbers = (formValue(form.values, settingKey) ?? []) as number[]
  const fits = (value: number): boolean => Number.isInteger(value) && value >= 1 && value <= most
  return (
    <TagsInput
      maxTags={5}
      inputMode="numeric"
      {...shared}
      {...form.getInputProps(settingKey)}
      value={numbers.map(String)}
      onChange={(texts) => form.setFieldValue(settingKey, texts.map(Number).filter(fits))}
    />
  )
}

function TiersField({ form, settingKey, label, description, disabled }: OwnFieldProps) {
  const t = useT()
  const tiers = (formValue(form.values, settingKey) ?? []) as { amount: number; bonus: number }[]
  const currency = String(formValue(form.values, 'site.currency'))
  const change = (index: number, part: object): void =>
    form.setFieldValue(
      settingKey,
      tiers.map((tier, i) => (i === index ? { ...tier, ...part } : tier)),
    )
  const amount = (index: number, name: 'amount' | 'bonus') => (
    <AmountField
      label={t(`setting.tier_${name}`)}
      currency={currency}
      disabled={disabled}
      error={form.errors[`${settingKey}.${index}.${name}`]}
      value={Number(tiers[index]?.[name])}
      onChange={(value) => change(index, { [name]: value })}
    />
  )
  return (
    <Input.Wrapper
      label={label}
      description={description}
      labelElement="div"
      role="group"
      aria-label={label}
      error={form.errors[settingKey]}
      descriptionProps={{ mb: 10 }}
    >
      {tiers.map((_, index) => (
        // A tier has no identity but its position: its values come from the form.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className={styles['tier']}>
          {amount(index, 'amount')}
          {amount(index, 'bonus')}
          <Button
            variant="default"
            disabled={disabled}
            aria-label={t('setting.tier_remove', { n: index + 1 })}
            onClick={() => form.removeListItem(settingKey, index)}
          >
            <IconTrash size={16} aria-hidden />
          </Button>
        </div>
      ))}
      {tiers.length < 20 && (
        <Button
          variant="default"
          disabled={disabled}
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => form.insertListItem(settingKey, { amount: 0, bonus: 0 })}
        >
          {t('setting.tier_add')}
        </Button>
      )}
    </Input.Wrapper>
  )
}
