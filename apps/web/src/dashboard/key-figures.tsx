import type { Figure, figureNeeds, MonthFigures } from '@portico/contract/overview-admin'
import { useState } from 'react'
import { useT } from '../i18n.ts'
import { ChartTable } from '../ui/chart/chart-table.tsx'
import { Spark } from '../ui/chart/spark.tsx'
import { TableButton } from '../ui/chart/table-button.tsx'
import { formatBytes } from '../ui/format/format-bytes.ts'
import { useMoney } from '../ui/format/use-money.ts'
import { useMonthNames } from './month-names.ts'
import { formatNumber } from '../ui/format/format-number.ts'
import styles from './key-figures.module.css'

const NAMES = ['income', 'orders', 'active_members', 'new_members', 'traffic'] as const satisfies (keyof typeof figureNeeds)[]
type Name = (typeof NAMES)[number]
/** Below this number no percentage is shown. */
const LEAST = 5

/** The month's figures side by side, each with its course and its change against the month before. */
export function KeyFigures({ figures }: { figures: MonthFigures | undefined }) {
  const t = useT()
  const money = useMoney()
  const names = useMonthNames()
  const [hasTable, setHasTable] = useState(false)
  if (!figures) return <div className={styles['bones']} role="status" aria-label={t('state.loading')} />
  const format = (name: Name, value: number): string => {
    if (name === 'income') return money(value, figures.currency)
    return name === 'traffic' ? formatBytes(value) : formatNumber(value)
  }
  const shown = NAMES.flatMap((name) => (figures[name] ? [{ name, ...figures[name] }] : []))
  const count = Math.max(0, ...shown.map(({ days }) => days.length))
  const rows = Array.from({ length: count }, (_, i) => ({
    name: names.day(`${figures.month}-${String(i + 1).padStart(2, '0')}`),
    cells: shown.map(({ name, days }) => (days[i] === undefined ? '' : format(name, days[i]))),
  }))
  return (
    <>
      <dl className={styles['figures']}>
        {shown.map(({ name, ...figure }) => (
          <div key={name}>
            <dt title={name === 'active_members' ? t('overview.active_members_text') : undefined}>{t(`overview.${name}`)}</dt>
            <dd>
              <strong>{format(name, figure.total)}</strong>
              <Change figure={figure} least={name === 'income' || name === 'traffic' ? 1 : LEAST} />
              <Spark
                values={course(name, figure.days)}
                previous={course(name, figure.days_before)}
                days={Math.max(figure.days.length, figure.days_before.length)}
              />
              <small>
                {t('overview.by_then', {
                  day: names.day(figures.through_before),
                  amount: format(name, figure.total_before),
                })}
              </small>
            </dd>
          </div>
        ))}
      </dl>
      <div className={styles['foot']}>
        <TableButton isOpen={hasTable} onChange={setHasTable} />
      </div>
      {hasTable && (
        <ChartTable label={t('chart.table')} heads={[t('overview.day'), ...shown.map(({ name }) => t(`overview.${name}`))]} rows={rows} />
      )}
    </>
  )
}

/** Curve of a figure: a running total; for members per day, because each counts once. */
function course(name: Name, days: number[]): number[] {
  if (name === 'active_members') return days
  let sum = 0
  return days.map((day) => (sum += day))
}

interface ChangeProps {
  figure: Figure
  /** Below this base no percentage is shown. */
  least: number
}

function Change({ figure: { total, total_before: before }, least }: ChangeProps) {
  const t = useT()
  const difference = total - before
  // Nor does one of next to nothing, or of a loss.
  if (before < least || total >= 10 * before) return null
  if (difference === 0) return <span className={styles['change']}>{t('overview.same')}</span>
  const percent = (100 * difference) / before
  const text = `${formatNumber(Math.abs(percent), Math.abs(percent) < 1 ? 1 : 0)}%`
  const said = t(difference > 0 ? 'overview.more' : 'overview.less', { by: text })
  return (
    <span className={styles['change']} title={said}>
      <span aria-hidden>
        {difference > 0 ? '↑' : '↓'} {text}
      </span>
      <span className="visually-hidden">{said}</span>
    </span>
  )
}
