import { minorDigits } from '@portico/contract/money'
import type { MonthFigures } from '@portico/contract/overview-admin'
import { language, useT } from '../i18n.ts'
import { useStore } from '../store.ts'
import { Card } from '../ui/card.tsx'
import type { Bar } from '../ui/chart/bar.ts'
import { BarChart } from '../ui/chart/bar-chart.tsx'
import { moneyScale } from '../ui/chart/scale.ts'
import { isMarked } from '../ui/chart/ticks.ts'
import { formatMoney } from '../ui/format/format-money.ts'
import { useMonthNames } from './month-names.ts'
import styles from './overview.module.css'

/** Income of the month day by day, with the month before as a line. */
export function IncomeByDay({ figures }: { figures: MonthFigures }) {
  const t = useT()
  const lang = useStore(language)
  const names = useMonthNames()
  const { month, currency, income, orders } = figures
  if (!income) return null
  const money = (amount: number, short = false): string => formatMoney(amount, currency, lang, short)
  const daysInMonth = new Date(Number(month.slice(0, 4)), Number(month.slice(5)), 0).getDate()
  const today = income.days.length - 1
  const isRunning = income.days.length < daysInMonth || figures.through === names.today()
  const bars = Array.from({ length: daysInMonth }, (_, i): Bar => {
    const name = names.day(`${month}-${String(i + 1).padStart(2, '0')}`)
    const [value, previous, sold] = [income.days[i], income.days_before[i], orders?.days[i]]
    return {
      name,
      value: value ?? 0,
      ...(isMarked(i, daysInMonth) ? { tick: name } : {}),
      ...(previous === undefined ? {} : { previous }),
      ...(value === undefined ? { kind: 'ahead' as const } : i === today && isRunning ? { kind: 'now' as const } : {}),
      ...(sold ? { more: t('overview.orders_n', { n: sold }) } : {}),
    }
  })
  const before = names.month(names.previous(month))
  const difference = income.total - income.total_before
  const by = { amount: money(Math.abs(difference)), month: before }
  const finding = difference === 0 ? t('overview.level', by) : t(difference > 0 ? 'overview.ahead' : 'overview.behind', by)
  if ([...income.days, ...income.days_before].every((amount) => amount === 0))
    return (
      <Card title={t('overview.by_day')}>
        <p className={styles['finding']}>{t('overview.no_income', { month: names.month(month), before })}</p>
      </Card>
    )
  const unit = 10 ** minorDigits(currency)
  return (
    <Card title={t('overview.by_day')}>
      <p className={styles['finding']}>{finding}</p>
      <BarChart
        label={`${t('overview.by_day')}. ${finding}`}
        bars={bars}
        legend={{ name: t('overview.day'), value: names.month(month), previous: before }}
        scale={moneyScale(currency, lang)}
        format={(amount) => money(amount)}
        formatBrief={(value) => money(Math.round(value / unit) * unit, true)}
        height={240}
        adds
      />
    </Card>
  )
}
