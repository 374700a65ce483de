import type { MonthIncome, MonthMoney, MonthOwed, MonthTax } from '@portico/contract/months-admin'
import { useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { FiguresTable } from './figures-table.tsx'
import styles from './months.module.css'

const MONEY = ['received', 'refunded', 'charged_back', 'came_back', 'paid_out', 'fees', 'costs', 'net'] as const

export function MoneyCard({ rows }: { rows: MonthMoney[] }) {
  const t = useT()
  return (
    <Card title={t('month.money')}>
      {rows.length === 0 && <p className="quiet">{t('month.money_empty')}</p>}
      {rows.length > 0 && (
        <FiguresTable
          label={t('month.money')}
          heading={t('month.method')}
          rows={rows}
          renderName={({ method }) => method ?? t('month.by_hand')}
          figures={MONEY.map((name) => ({ label: t(`month.${name}`), value: (row: MonthMoney) => row[name], isResult: name === 'net' }))}
          sum={(currency) => t('ledger.sum', { currency })}
        />
      )}
      <p className={styles['note']}>{t('month.money_text')}</p>
    </Card>
  )
}

export function IncomeCard({ rows }: { rows: MonthIncome[] }) {
  const t = useT()
  return (
    <Card title={t('month.income')}>
      {rows.length === 0 && <p className="quiet">{t('month.income_empty')}</p>}
      {rows.length > 0 && (
        <FiguresTable
          label={t('month.income')}
          heading={t('month.plan')}
          rows={rows}
          renderName={({ plan, period }) => (
            <>
              {plan} <small>{t(`period.${period}`)}</small>
            </>
          )}
          figures={[
            { label: t('month.orders'), value: (row) => row.orders, isCount: true },
            { label: t('month.sold'), value: (row) => row.sold },
            { label: t('month.returned'), value: (row) => row.returned },
            { label: t('month.net'), value: (row) => row.net, isResult: true },
          ]}
          sum={(currency) => t('ledger.sum', { currency })}
        />
      )}
      <p className={styles['note']}>{t('month.income_text')}</p>
    </Card>
  )
}

const OWED = ['balances', 'commissions', 'held', 'unclear', 'debts', 'total'] as const

export function OwedCard({ rows, isOver }: { rows: MonthOwed[]; isOver: boolean }) {
  const t = useT()
  return (
    <Card title={t(isOver ? 'month.owed' : 'month.owed_now')}>
      {rows.length === 0 && <p className="quiet">{t('month.owed_empty')}</p>}
      {rows.length > 0 && (
        <FiguresTable
          label={t('month.owed')}
          heading={t('month.currency')}
          rows={rows}
          renderName={({ currency }) => currency}
          figures={OWED.map((name) => ({ label: t(`month.${name}`), value: (row: MonthOwed) => row[name], isResult: name === 'total' }))}
        />
      )}
      <p className={styles['note']}>{t('month.owed_text')}</p>
    </Card>
  )
}

export function TaxCard({ rows }: { rows: MonthTax[] }) {
  const t = useT()
  return (
    <Card title={t('month.tax')}>
      {rows.length === 0 && <p className="quiet">{t('month.tax_empty')}</p>}
      {rows.length > 0 && (
        <FiguresTable
          label={t('month.tax')}
          heading={t('month.rate')}
          rows={rows}
          renderName={({ rate }) => (rate === null ? t('month.no_tax') : `${rate / 100}%`)}
          figures={[
            { label: t('month.invoices'), value: (row) => row.invoices, isCount: true },
            { label: t('month.credit_notes'), value: (row) => row.credit_notes, isCount: true },
            { label: t('month.base'), value: (row) => row.base },
            { label: t('month.tax_amount'), value: (row) => row.tax },
            { label: t('month.gross'), value: (row) => row.base + row.tax, isResult: true },
          ]}
          sum={(currency) => t('ledger.sum', { currency })}
        />
      )}
      <p className={styles['note']}>{t('month.tax_text')}</p>
    </Card>
  )
}
