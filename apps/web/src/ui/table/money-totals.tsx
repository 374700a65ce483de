import { Fragment } from 'react'
import { Money } from '../format/money.tsx'
import { TableTotals } from './table-totals.tsx'

interface TotalsProps {
  /** Sums by currency, in the order of `names`. */
  sums: { currency: string; amounts: number[] }[]
  names: string[]
}

/** Sums of all rows that a list finds, above it. */
export function MoneyTotals({ sums, names }: TotalsProps) {
  if (sums.length === 0) return null
  return (
    <TableTotals>
      {sums.map(({ currency, amounts }) => (
        <Fragment key={currency}>
          {names.map((name, i) => (
            <Fragment key={name}>
              <span>{name}</span>
              <b>
                <Money amount={amounts[i] ?? 0} currency={currency} />
              </b>
            </Fragment>
          ))}
        </Fragment>
      ))}
    </TableTotals>
  )
}
