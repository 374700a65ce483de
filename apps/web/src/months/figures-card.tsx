import type { ReactNode } from 'react'
import { Card } from '../ui/card.tsx'
import { Money } from '../ui/format/money.tsx'
import wide from '../ui/table/figures.module.css'
import styles from './months.module.css'

interface Figure<Row> {
  label: string
  value: (row: Row) => number
  /** true: a count, not an amount. */
  isCount?: boolean
  /** true: the sum of the other columns. */
  isResult?: boolean
}
interface FiguresTableProps<Row> {
  title: string
  /** Heading of the first column. */
  heading: string
  rows: Row[]
  renderName: (row: Row) => ReactNode
  figures: Figure<Row>[]
  /** Name of a currency's sum; absent: rows do not add up. */
  sum?: (currency: string) => string
}

interface FiguresCardProps<Row> extends FiguresTableProps<Row> {
  /** Text for an empty table. */
  empty: string
  /** Notes on how to read the figures. */
  notes: string[]
  aside?: ReactNode
  children?: ReactNode
}

export function FiguresCard<Row extends { currency: string }>({ empty, notes, aside, children, ...table }: FiguresCardProps<Row>) {
  return (
    <Card title={table.title} aside={aside}>
      {table.rows.length === 0 ? <p className="quiet">{empty}</p> : <FiguresTable {...table} />}
      {children}
      {notes.map((note) => (
        <p key={note} className={wide['note']}>
          {note}
        </p>
      ))}
    </Card>
  )
}

/** Amounts by row, one currency after the other, with their sums. In a narrow window each row is a list of its figures. */
function FiguresTable<Row extends { currency: string }>({ title, heading, rows, renderName, figures, sum }: FiguresTableProps<Row>) {
  const groups = [...new Set(rows.map(({ currency }) => currency))].map((currency) => ({
    currency,
    of: rows.filter((row) => row.currency === currency),
  }))
  return (
    <div className={wide['scroll']}>
      <table className={`${wide['table']} ${styles['table']}`} aria-label={title}>
        <thead>
          <tr>
            <th>{heading}</th>
            {figures.map((figure) => (
              <th key={figure.label}>{figure.label}</th>
            ))}
          </tr>
        </thead>
        {groups.map(({ currency, of }) => (
          <tbody key={currency}>
            {of.map((row, i) => (
              <tr key={i}>
                <th scope="row">{renderName(row)}</th>
                {figures.map((figure) => (
                  <Cell key={figure.label} figure={figure} amount={figure.value(row)} currency={currency} />
                ))}
              </tr>
            ))}
            {sum && of.length > 1 && (
              <tr className={wide['sum']}>
                <th scope="row">{sum(currency)}</th>
                {figures.map((figure) => (
                  <Cell
                    key={figure.label}
                    figure={figure}
                    amount={of.reduce((total, row) => total + figure.value(row), 0)}
                    currency={currency}
                  />
                ))}
              </tr>
            )}
          </tbody>
        ))}
      </table>
    </div>
  )
}

type CellProps = { figure: Pick<Figure<never>, 'label' | 'isCount' | 'isResult'>; amount: number; currency: string }

function Cell({ figure: { label, isCount, isResult }, amount, currency }: CellProps) {
  return (
    <td data-label={label} data-zero={(amount === 0 && !isResult) || undefined} data-result={isResult || undefined}>
      {isCount && amount}
      {!isCount && (amount === 0 && !isResult ? '–' : <Money amount={amount} currency={currency} />)}
    </td>
  )
}
