import { minorDigits } from '@portico/contract/money'
import { formatMoney } from '../format/format-money.ts'
import { formatNumber } from '../format/format-number.ts'
import { niceTicks } from './ticks.ts'

/** Marks of an axis from zero up, the last at the top, and their texts: without the unit but at the top. */
export interface Scale {
  ticks: number[]
  tickText: (value: number, isTop: boolean) => string
}

/** For what is counted. */
export function countScale(most: number): Scale {
  return { ticks: niceTicks(most), tickText: (value) => formatNumber(value) }
}

/** For amounts of a currency, in whole units. */
export function moneyScale(currency: string, language: string): (most: number) => Scale {
  const unit = 10 ** minorDigits(currency)
  return (most) => ({
    ticks: niceTicks(most, unit),
    tickText: (value, isTop) => (isTop ? formatMoney(value, currency, language, true) : formatNumber(value / unit)),
  })
}
