import { minorDigits } from '@portico/contract/money'

/** `12.30` of a decimal column in minor units, exactly; what is smaller than they are is cut off. null: it is no number. */
export function minorIn(text: string | null | undefined, currency: string): bigint | null {
  const [, sign = '', whole, fraction = ''] = /^\s*(-?)(\d+)(?:\.(\d+))?\s*$/.exec(text ?? '') ?? []
  if (whole === undefined) return null
  const places = minorDigits(currency)
  const amount = BigInt(whole + fraction.slice(0, places).padEnd(places, '0'))
  return sign === '-' ? -amount : amount
}

const GB = 1_073_741_824n

/** Gigabytes with up to two decimals, in bytes. */
export function bytesOfGb(text: string | null | undefined): bigint {
  const [, whole = '0', fraction = ''] = /^\s*(\d+)(?:\.(\d+))?\s*$/.exec(text ?? '') ?? []
  return (BigInt(whole + fraction.slice(0, 2).padEnd(2, '0')) * GB) / 100n
}
