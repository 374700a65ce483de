import { type Usage, UsagePeriod } from '@portico/contract/traffic'
import { language, useT } from '../i18n.ts'
import { useStore } from '../store.ts'
import type { Bar } from '../ui/chart/bar.ts'
import { BarChart } from '../ui/chart/bar-chart.tsx'
import { isMarked } from '../ui/chart/ticks.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { byteScale, evenBytes, formatBytes } from '../ui/format/format-bytes.ts'
import { formatDay } from '../ui/format/format-time.ts'
import { PathLink } from '../ui/path-link.tsx'
import { Segments } from '../ui/plain/segments.tsx'
import { findingOf } from './usage-finding.ts'
import styles from './usage-card.module.css'

interface UsageViewProps {
  query: { data: Usage | undefined; error: Error | null; isPlaceholderData: boolean; refetch: () => unknown }
  period: UsagePeriod
  onPeriod: (period: UsagePeriod) => void
  /** Bytes counted in this cycle. */
  used: number
  /** Link below the chart. */
  details?: { to: string; label: string }
}

/** Usage by day, with the period before it as a line. */
export function UsageView({ query, period, onPeriod, used, details }: UsageViewProps) {
  const t = useT()
  const usage = query.data
  const said = useFinding(usage, period, used)
  const names = { week: t('usage.week'), cycle: t(usage?.in_cycles === false ? 'usage.month' : 'usage.cycle'), quarter: t('usage.quarter') }
  return (
    <section className={styles['usage']} aria-labelledby="usage" aria-busy={!usage || query.isPlaceholderData}>
      <header>
        <div>
          <h2 id="usage">{t('usage.title')}</h2>
          {usage && <p>{said}</p>}
        </div>
        <Segments
          label={t('usage.period')}
          value={period}
          options={UsagePeriod.options.map((value) => ({ value, label: names[value] }))}
          onChange={onPeriod}
        />
      </header>
      {query.error && !usage && <ErrorState error={query.error} onRetry={query.refetch} />}
      {!usage && !query.error && <div className={styles['waiting']} />}
      {usage && <Chart usage={usage} period={period} label={said} details={details} />}
    </section>
  )
}

/** Whether the words for a cycle fit, else for a number of days. */
function inCycle(usage: Usage, period: UsagePeriod): boolean {
  return period === 'cycle' && usage.in_cycles
}

// A cycle may begin within a day, which its bar shows whole. The sum is the plan's own, so that a page has one figure.
function useFinding(usage: Usage | undefined, period: UsagePeriod, used: number): string {
  const t = useT()
  const lang = useStore(language)
  if (!usage) return ''
  const { sum: bytes, change } = findingOf(usage)
  const cycle = inCycle(usage, period)
  const days = usage.days.length
  const sum = cycle
    ? t('usage.sum_cycle', { amount: formatBytes(used), day: formatDay(usage.days[0]?.day ?? usage.today, lang) })
    : t('usage.sum_days', { amount: formatBytes(bytes), n: days })
  if (change === null) return sum
  const course = change < 0 ? 'less' : change > 0 ? 'more' : 'same'
  return t(cycle ? `usage.${course}` : `usage.${course}_days`, { sum, n: Math.abs(change), days })
}

type ChartProps = { usage: Usage; period: UsagePeriod; label: string; details: UsageViewProps['details'] }

function Chart({ usage, period, label, details }: ChartProps) {
  const t = useT()
  const lang = useStore(language)
  const { days, today, in_cycles: cycles } = usage
  const hasBefore = days.some(({ before }) => before)
  const bars = days.map(({ day, billed, before }, i): Bar => {
    const kind = billed === null ? 'ahead' : day === today ? 'now' : undefined
    const tick = isMarked(i, days.length) ? formatDay(day, lang, period === 'week' ? 'weekday' : 'day') : undefined
    return {
      name: day === today ? t('usage.today') : formatDay(day, lang),
      value: billed ?? 0,
      ...(hasBefore && before !== null && { previous: before }),
      ...(kind && { kind }),
      ...(tick && { tick }),
    }
  })
  const legend =
    period === 'cycle' && cycles
      ? { value: t('usage.this_cycle'), previous: t('usage.last_cycle') }
      : { value: t('usage.these_days', { n: days.length }), previous: t('usage.days_before', { n: days.length }) }
  if (!hasBefore && bars.every(({ value }) => value === 0)) return <EmptyState drawing="start" title={t('usage.empty')} />
  return (
    <BarChart
      label={label}
      bars={bars}
      legend={{ ...legend, name: t('usage.day') }}
      scale={byteScale}
      format={evenBytes}
      adds={period === 'cycle'}
    >
      {details && (
        <PathLink className="hit" to={details.to}>
          {details.label}
        </PathLink>
      )}
    </BarChart>
  )
}
