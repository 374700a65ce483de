import { TagsInput, type TagsInputProps } from '@mantine/core'
import type { OwnFieldProps } from './own-field.ts'
import { formValue } from '../settings-form.ts'

export function TagsField(props: TagsInputProps) {
  return <TagsInput {...props} />
}

export function ThresholdsField(props: OwnFieldProps) {
  return <NumbersField {...props} most={100} />
}

export function DaysField(props: OwnFieldProps) {
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
