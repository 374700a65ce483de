import type { TextInputProps } from '@mantine/core'
import { minorDigits, toDecimal } from '@portico/contract/money'
import { useState } from 'react'
import { parseFixed } from '../../ui/form/fixed-point.ts'
import { MoneyInput } from '../../ui/form/money-input.tsx'

interface AmountFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** Minor units; NaN while the text is not an amount. */
  value: number
  currency: string
  onChange: (value: number) => void
}

/** An amount typed as a decimal and stored in minor units. */
export function AmountField({ value, currency, onChange, ...rest }: AmountFieldProps) {
  const places = minorDigits(currency)
  const [typed, setTyped] = useState('')
  // The typed text is shown while it equals the form's value. After a reset it no longer does.
  const shown = Object.is(parseFixed(typed, places), value) ? typed : Number.isSafeInteger(value) ? toDecimal(value, currency) : ''
  return (
    <MoneyInput
      currency={currency}
      {...rest}
      value={shown}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        onChange(parseFixed(event.currentTarget.value, places))
      }}
    />
  )
}
