import { NumberInput, type NumberInputProps } from '@mantine/core'
import { useT } from '../../i18n.ts'
import { fieldOf } from '../../ui/form/field-of.ts'
import { FieldRow } from '../../ui/form/form-section.tsx'
import { GroupField } from './list-field.tsx'
import type { OwnFieldProps } from './own-field.ts'
import { formValue } from '../settings-form.ts'

export function WholeField(props: NumberInputProps) {
  return <NumberInput allowDecimal={false} allowNegative={false} {...props} />
}

/** Hundredths of a percent. */
export function PercentField({ form, settingKey, ...shared }: OwnFieldProps) {
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

export function SharesField({ disabled, ...group }: OwnFieldProps) {
  const t = useT()
  const { form, settingKey } = group
  return (
    <GroupField {...group} descriptionProps={{ mb: 10 }}>
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
    </GroupField>
  )
}
