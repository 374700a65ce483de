import type { MonthIncome, MonthMoney, MonthOwed, MonthTax } from '@portico/contract/months-admin'
import { useT } from '../i18n.ts'
import { FiguresCard } from './figures-card.tsx'

const MONEY = ['received', 'refunded', 'charged_back', 'came_back', 'paid_out', 'fees', 'costs', 'net'] as const

export function MoneyCard({ rows }: { rows: MonthMoney[] }) {
  const t = useT()
  return (
    <FiguresCard
      title={t('month.money')}
      empty={t('month.money_empty')}
      notes={[t('month.money_text')]}
      heading={t('month.method')}
      rows={rows}
      renderName={({ method }) => method ?? t('month.by_hand')}
      figures={MONEY.map((name) => ({ label: t(`month.${name}`), value: (row: MonthMoney) => row[name], isResult: name === 'net' }))}
      sum={(currency) => t('ledger.sum', { currency })}
    />
  )
}

export function IncomeCard({ rows }: { rows: MonthIncome[] }) {
  const t = useT()
  return (
    <FiguresCard
      title={t('month.income')}
      empty={t('month.income_empty')}
      notes={[t('month.income_text')]}
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
  )
}

const OWED = ['balances', 'commissions', 'held', 'unclear', 'debts', 'total'] as const

export function OwedCard({ rows, isOver }: { rows: MonthOwed[]; isOver: boolean }) {
  const t = useT()
  return (
    <FiguresCard
      title={t(isOver ? 'month.owed' : 'month.owed_now')}
      empty={t('month.owed_empty')}
      notes={[t('month.owed_text')]}
      heading={t('month.currency')}
      rows={rows}
      renderName={({ currency }) => currency}
      figures={OWED.map((name) => ({ label: t(`month.${name}`), value: (row: MonthOwed) => row[name], isResult: name === 'total' }))}
    />
  )
}

export function TaxCard({ rows }: { rows: MonthTax[] }) {
  const t = useT()
  return (
    <FiguresCard
      title={t('month.tax')}
      empty={t('month.tax_empty')}
      notes={[t('month.tax_text')]}
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
  )
}
