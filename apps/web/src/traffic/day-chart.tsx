import type { TrafficDay } from '@portico/contract/traffic'
import { language, useT } from '../i18n.ts'
import { useStore } from '../store.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { BarChart } from '../ui/chart/bar-chart.tsx'
import { isMarked } from '../ui/chart/ticks.ts'
import { byteScale, formatBytes } from '../ui/format/format-bytes.ts'
import { formatDay } from '../ui/format/format-time.ts'
import styles from './traffic.module.css'

/** Traffic by day. `today`: its bar is marked. */
export function DayChart({ days, raw, today }: { days: TrafficDay[]; raw: boolean; today: string }) {
  const t = useT()
  const lang = useStore(language)
  const bars = days.map(({ day, ...counted }, i) => {
    const [up, down] = raw ? [counted.u, counted.d] : [counted.billed_u, counted.billed_d]
    return {
      name: formatDay(day, lang),
      value: up + down,
      more: `↑ ${formatBytes(up)} ↓ ${formatBytes(down)}`,
      ...(isMarked(i, days.length) && { tick: formatDay(day, lang) }),
      ...(day === today && { kind: 'now' as const }),
    }
  })
  const total = bars.reduce((sum, { value }) => sum + value, 0)
  if (total === 0) return <EmptyState title={t('traffic.empty')} text={t('traffic.empty_text')} />
  const { ticks, tickText } = byteScale(Math.max(0, ...bars.map(({ value }) => value)))
  const [most, second] = bars.toSorted((a, b) => b.value - a.value)
  const sum = t('traffic.chart', { amount: formatBytes(total), n: days.length })
  const finding = most && second && t('traffic.busiest', { day: most.name, amount: formatBytes(most.value) })
  return (
    <>
      {finding && <p className={styles['finding']}>{finding}</p>}
      <BarChart
        label={[sum, finding].filter(Boolean).join(' · ')}
        bars={bars}
        legend={{ value: t(raw ? 'traffic.raw' : 'traffic.billed'), name: t('traffic.day') }}
        ticks={ticks}
        format={(bytes) => formatBytes(bytes)}
        formatTick={tickText}
        height={220}
      />
    </>
  )
}
