import type { FinanceMonth } from '@portico/contract/ledger-admin'
import { useSite } from '../api/site.ts'
import { useStore } from '../store.ts'
import { language, useT } from '../i18n.ts'
import type { Bar } from '../ui/chart/bar.ts'
import { BarChart } from '../ui/chart/bar-chart.tsx'
import { moneyScale } from '../ui/chart/scale.ts'
import { shiftMonth } from '../ui/format/calendar.ts'
import { closeGaps } from '../ui/format/close-gaps.ts'
import { formatMoney } from '../ui/format/format-money.ts'
import styles from './ledger.module.css'
import { useMonthName } from './month-name.ts'
import { type Days, isWhole } from './periods.ts'
import { useToday } from '../ui/format/use-today.ts'

/** Fewer months of all time have empty places before them: bars that stand far apart say less. */
const [LEAST, MOST] = [6, 24]

/** Income by month in the site's currency, or in the first there is, with the same months of the year before. */
export function MonthsChart({ rows, days }: { rows: FinanceMonth[]; days: Days }) {
  const t = useT()
  const lang = useStore(language)
  const monthName = useMonthName()
  const site = useSite()?.currency
  const today = useToday()
  const currency = rows.find((row) => row.currency === site)?.currency ?? rows[0]?.currency ?? ''
  const all = rows.filter((row) => row.currency === currency).toReversed()
  const finding = useFinding(all, { days, today, currency })
  const shown = all.slice(-MOST)
  // One month alone is no course.
  if (shown.length < 2) return <p className={styles['finding']}>{finding}</p>
  const places = days.from ? shown : [...monthsBefore(shown[0]?.month ?? '', LEAST - shown.length), ...shown]
  const every = Math.ceil(places.length / 8)
  const before = (month: string): number | undefined => all.find((row) => row.month === yearBefore(month))?.income
  const bars: Bar[] = places.map(({ month, income }, i) => {
    const previous = before(month)
    return {
      name: monthName(month),
      ...((places.length - 1 - i) % every === 0 ? { tick: month.endsWith('-01') ? month.slice(0, 4) : monthName(month, true) } : {}),
      value: Math.max(0, income),
      ...(previous === undefined ? {} : { previous: Math.max(0, previous) }),
      ...(today.startsWith(month) ? { kind: 'now' as const } : {}),
    }
  })
  return (
    <>
      <p className={styles['finding']}>{finding}</p>
      <div className={styles['chart']}>
        <BarChart
          label={finding}
          bars={bars}
          legend={{ value: t('ledger.month_income'), previous: t('ledger.year_before'), name: t('ledger.month') }}
          scale={moneyScale(currency, lang)}
          format={(value) => formatMoney(value, currency, lang)}
        />
      </div>
    </>
  )
}

/** Months before a month, without income. */
function monthsBefore(month: string, count: number): { month: string; income: number }[] {
  return Array.from({ length: Math.max(0, count) }, (_, i) => ({ month: shiftMonth(month, i - count), income: 0 }))
}

type Shown = { days: Days; today: string; currency: string }

/** Sentence comparing the last whole month with the one before, and the running one so far. */
function useFinding(rows: FinanceMonth[], { days, today, currency }: Shown): string {
  const t = useT()
  const lang = useStore(language)
  const monthName = useMonthName()
  const compared = useCompared(rows, { days, today, currency })
  const newest = rows.at(-1)
  if (!newest || isWhole(newest.month, days, today)) return compared
  const said = { month: monthName(newest.month), amount: formatMoney(newest.income, currency, lang) }
  return closeGaps([compared, t('ledger.finding_so_far', said)].filter(Boolean).join(' '))
}

function useCompared(rows: FinanceMonth[], { days, today, currency }: Shown): string {
  const t = useT()
  const lang = useStore(language)
  const monthName = useMonthName()
  const whole = rows.filter(({ month }) => isWhole(month, days, today))
  const [last, before] = [whole.at(-1), whole.at(-2)]
  if (!last) return ''
  const said = { month: monthName(last.month), amount: formatMoney(last.income, currency, lang) }
  // The first month of all began on one of its later days.
  const isCut = before === rows[0] && before?.month !== days.from?.slice(0, 7)
  if (!before || isCut || before.income <= 0) return t('ledger.finding', said)
  if (last.income >= 3 * before.income) {
    const times = Math.round((last.income / before.income) * 10) / 10
    return t('ledger.finding_times', { ...said, n: times, before: monthName(before.month) })
  }
  const percent = Math.round(((last.income - before.income) / before.income) * 100)
  const compared = { ...said, n: Math.abs(percent), before: monthName(before.month) }
  if (percent === 0) return t('ledger.finding_same', compared)
  return t(percent > 0 ? 'ledger.finding_more' : 'ledger.finding_less', compared)
}

function yearBefore(month: string): string {
  return `${Number(month.slice(0, 4)) - 1}${month.slice(4)}`
}
