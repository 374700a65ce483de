import type { TrafficDay } from '@portico/contract/traffic'
import { language, useT } from '../i18n.ts'
import { useStore } from '../store.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import type { Bar } from '../ui/chart/bar.ts'
import { BarChart } from '../ui/chart/bar-chart.tsx'
import { standOut } from '../ui/chart/stand-out.ts'
import { isMarked } from '../ui/chart/ticks.ts'
import { byteScale, evenBytes, formatBytes } from '../ui/format/format-bytes.ts'
import { formatNumber } from '../ui/format/format-number.ts'
import { formatDay } from '../ui/format/format-time.ts'
import styles from './traffic.module.css'

/** Factors: below `STEADY` nothing stands out; from `DOUBLE` on it is told in times. */
const [STEADY, DOUBLE] = [1.1, 1.95]

/** Traffic by day. `today`: its bar is marked. */
export function DayChart({ days, raw, today }: { days: TrafficDay[]; raw: boolean; today: string }) {
  const t = useT()
  const lang = useStore(language)
  const bars = days.map(({ day, ...counted }, i): Bar => {
    const [up, down] = raw ? [counted.u, counted.d] : [counted.billed_u, counted.billed_d]
    return {
      name: formatDay(day, lang),
      value: up + down,
      more: `↑ ${evenBytes(up)} ↓ ${evenBytes(down)}`,
      ...(isMarked(i, days.length) && { tick: formatDay(day, lang) }),
      ...(day === today && { kind: 'now' as const }),
    }
  })
  const total = bars.reduce((sum, { value }) => sum + value, 0)
  if (total === 0) return <EmptyState title={t('traffic.empty')} text={t('traffic.empty_text')} />
  const sum = t('traffic.chart', { amount: formatBytes(total), n: days.length })
  const finding = findingOf(bars, t)
  return (
    <>
      {finding && <p className={styles['finding']}>{finding}</p>}
      <BarChart
        label={[sum, finding].filter(Boolean).join(' · ')}
        bars={bars}
        legend={{ value: t(raw ? 'traffic.raw' : 'traffic.billed'), name: t('traffic.day') }}
        scale={byteScale}
        format={evenBytes}
        height={220}
      />
    </>
  )
}

/** Sentence on the busiest past day against the usual one, or today if above. */
function findingOf(bars: Bar[], t: ReturnType<typeof useT>): string {
  const over = bars.filter(({ kind }) => kind !== 'now')
  const most = standOut(over.map(({ value }) => value))
  const busiest = most && over[most.at]
  if (!busiest) return ''
  const usual = busiest.value / most.times
  const now = bars.find(({ kind }) => kind === 'now')
  const [bar, which] = now && now.value > busiest.value ? [now, 'today' as const] : [busiest, 'busiest' as const]
  const times = bar.value / usual
  if (times < STEADY) return t('traffic.steady', { amount: evenBytes(usual) })
  const said = { day: bar.name, amount: evenBytes(bar.value) }
  if (times < DOUBLE) return t(`traffic.${which}_by`, { ...said, n: Math.round((times - 1) * 100) })
  return t(`traffic.${which}_times`, { ...said, n: formatNumber(times, 1) })
}
