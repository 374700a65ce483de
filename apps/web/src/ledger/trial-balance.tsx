import type { TrialLine } from '@portico/contract/ledger-admin'
import { useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { Money } from '../ui/format/money.tsx'
import styles from './ledger.module.css'

type Sum = { currency: string; received: number; given: number; balance: number }

/** What the accounts of each kind received and gave, by currency. The bottom line of each currency must be zero. */
export function TrialBalance({ lines, sums }: { lines: TrialLine[]; sums: Sum[] }) {
  const t = useT()
  if (lines.length === 0) return null
  return (
    <Card title={t('ledger.balance')}>
      <div className={styles['scroll']}>
        <table className={styles['table']}>
          <thead>
            <tr>
              <th>{t('ledger.account')}</th>
              <th>{t('ledger.accounts')}</th>
              <th>{t('ledger.received')}</th>
              <th>{t('ledger.given')}</th>
              <th>{t('ledger.left')}</th>
            </tr>
          </thead>
          {sums.map((sum) => (
            <tbody key={sum.currency}>
              {lines
                .filter(({ currency }) => currency === sum.currency)
                .map((line) => (
                  <tr key={line.kind}>
                    <th scope="row">{t(`ledger.kind_${line.kind}`)}</th>
                    <td data-label={t('ledger.accounts')}>{line.accounts}</td>
                    <Amounts of={line} />
                  </tr>
                ))}
              <tr className={styles['sum']}>
                <th scope="row">{t('ledger.sum', { currency: sum.currency })}</th>
                <td data-label={t('ledger.accounts')}>
                  {lines.reduce((total, { accounts, currency }) => total + (currency === sum.currency ? accounts : 0), 0)}
                </td>
                <Amounts of={sum} />
              </tr>
            </tbody>
          ))}
        </table>
      </div>
    </Card>
  )
}

function Amounts({ of: { received, given, balance, currency } }: { of: Sum }) {
  const t = useT()
  const columns = [
    ['received', received],
    ['given', given],
    ['left', balance],
  ] as const
  return columns.map(([name, amount]) => (
    <td key={name} data-label={t(`ledger.${name}`)}>
      <Money amount={amount} currency={currency} />
    </td>
  ))
}
