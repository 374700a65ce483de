import '@mantine/charts/styles.css'
import { BarChart } from '@mantine/charts'
import type { TrafficDay } from '@portico/contract/traffic'
import { useT } from '../i18n.ts'
import { byteTicks, formatBytes } from '../ui/format/format-bytes.ts'

/** Usage by day as stacked bars. The table below has the same figures. */
export function DayChart({ days, raw }: { days: TrafficDay[]; raw: boolean }) {
  const t = useT()
  const data = days.map((day) => ({ day: day.day, up: raw ? day.u : day.billed_u, down: raw ? day.d : day.billed_d }))
  const most = data.reduce((max, day) => Math.max(max, day.up + day.down), 0)
  const total = data.reduce((sum, day) => sum + day.up + day.down, 0)
  const ticks = byteTicks(most)
  return (
    <div role="img" aria-label={t('traffic.chart', { amount: formatBytes(total), n: days.length })}>
      <BarChart
        h={280}
        data={data}
        dataKey="day"
        type="stacked"
        withLegend
        legendProps={{ verticalAlign: 'bottom', height: 36 }}
        series={[
          { name: 'down', label: t('traffic.down'), color: 'var(--accent-strong)' },
          { name: 'up', label: t('traffic.up'), color: 'var(--accent-light)' },
        ]}
        valueFormatter={(value) => formatBytes(value)}
        gridAxis="y"
        tickLine="none"
        maxBarWidth={36}
        minBarSize={0}
        xAxisProps={{ tickFormatter: (day: string) => day.slice(5), minTickGap: 16 }}
        yAxisProps={{ width: 72, ticks, domain: [0, ticks.at(-1) ?? 1] }}
        barProps={{ isAnimationActive: false }}
      />
    </div>
  )
}
