import { adminExportLedger, type TrialLine } from '@portico/contract/ledger-admin'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { Allowed } from '../ui/allowed.tsx'
import { Card } from '../ui/card.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { PageLoading } from '../ui/page-loading.tsx'
import { CsvButton } from '../ui/table/csv-button.tsx'
import { Money } from '../ui/format/money.tsx'
import wide from '../ui/table/figures.module.css'
import styles from './ledger.module.css'
import type { Days } from './periods.ts'

type Sum = { currency: string; received: number; given: number; balance: number }
interface BalanceProps {
  query: { data: { items: TrialLine[]; sums: Sum[] } | undefined; error: Error | null; refetch: () => unknown }
  days: Days
}

/** What the accounts of each kind received and gave in those days, by currency. The bottom line of each currency must be zero. */
export function TrialBalance({ query: { data, error, refetch }, days }: BalanceProps) {
  const t = useT()
  const csv = (
    <Allowed to="export">
      <CsvButton
        name="trial-balance"
        label={t('ledger.export_balance')}
        load={(options) => call(adminExportLedger, { query: { what: 'balance', ...days } }, options)}
      />
    </Allowed>
  )
  return (
    <Card title={t('ledger.balance')} aside={data && data.items.length > 0 && csv}>
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {!error && !data && <PageLoading />}
      {data?.items.length === 0 && <p className="quiet">{t('ledger.months_empty')}</p>}
      {data && data.items.length > 0 && <BalanceTable lines={data.items} sums={data.sums} isCut={Boolean(days.from ?? days.to)} />}
    </Card>
  )
}

function BalanceTable({ lines, sums, isCut }: { lines: TrialLine[]; sums: Sum[]; isCut: boolean }) {
  const t = useT()
  return (
    <div className={wide['scroll']}>
      <table className={`${wide['table']} ${styles['table']}`}>
        <thead>
          <tr>
            <th>{t('ledger.account')}</th>
            <th>{t('ledger.accounts')}</th>
            <th>{t('ledger.received')}</th>
            <th>{t('ledger.given')}</th>
            <th>{t(isCut ? 'ledger.change' : 'ledger.left')}</th>
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
                  <Amounts of={line} isCut={isCut} />
                </tr>
              ))}
            <tr className={wide['sum']}>
              <th scope="row">{t('ledger.sum', { currency: sum.currency })}</th>
              <td data-label={t('ledger.accounts')}>
                {lines.reduce((total, { accounts, currency }) => total + (currency === sum.currency ? accounts : 0), 0)}
              </td>
              <Amounts of={sum} isCut={isCut} />
            </tr>
          </tbody>
        ))}
      </table>
    </div>
  )
}

/** Amounts of a line. For chosen days the last column is the change, not a balance. */
function Amounts({ of: { received, given, balance, currency }, isCut }: { of: Sum; isCut: boolean }) {
  const t = useT()
  const columns = [
    ['received', received],
    ['given', given],
    [isCut ? 'change' : 'left', balance],
  ] as const
  return columns.map(([name, amount]) => (
    <td key={name} data-label={t(`ledger.${name}`)}>
      <Money amount={amount} currency={currency} />
    </td>
  ))
}
