import { CurrencySelect } from '../ui/form/currency-select.tsx'
import type { OwnFieldProps } from './own-field.ts'

/** The site's currency. */
export function CurrencyField({ form, settingKey, ...shared }: OwnFieldProps) {
  return <CurrencySelect {...shared} {...form.getInputProps(settingKey)} />
}
