import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useT } from '../../i18n.ts'
import { AmountField } from './amount-field.tsx'
import { ListField } from './list-field.tsx'
import type { OwnFieldProps } from './own-field.ts'
import { formValue } from '../settings-form.ts'
import styles from '../settings-page.module.css'

export function TiersField(props: OwnFieldProps) {
  const t = useT()
  const { form, settingKey, disabled } = props
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
    <ListField
      {...props}
      descriptionProps={{ mb: 10 }}
      count={tiers.length}
      most={20}
      empty={{ amount: 0, bonus: 0 }}
      add={t('setting.tier_add')}
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
    </ListField>
  )
}
