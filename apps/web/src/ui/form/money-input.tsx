import { TextInput, type TextInputProps } from '@mantine/core'
import { Unit } from './unit.tsx'

/** An amount as decimal text, with its currency at the end. */
export function MoneyInput({ currency, ...rest }: TextInputProps & { currency: string }) {
  return <TextInput inputMode="decimal" rightSection={<Unit>{currency}</Unit>} rightSectionWidth={56} {...rest} />
}
