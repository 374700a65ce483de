import '@mantine/charts/styles.css'
import { BarChart } from '@mantine/charts'
import type { TrafficDay } from '@portico/contract/traffic'
import { useT } from '../i18n.ts'
import { formatBytes } from '../ui/format-bytes.ts'

/** Use by day as stacked bars. The table below says the same in figures. */
export function DayChart({ days, raw }: { days: TrafficDay[]; raw: boolean }) {
  const t = useT()
  const data = days.map((day) => ({ day: day.day, up: raw ? day.u : day.billed_u, down: raw ? day.d : day.billed_d }))
  const most = data.reduce((max, day) => Math.max(max, day.up + day.down), 0)
  const total = data.reduce((sum, day) => sum + day.up + day.down, 0)
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
        yAxisProps={{ width: 72, ticks: ticks(most), domain: [0, ticks(most).at(-1) ?? 1] }}
        barProps={{ isAnimationActive: false }}
      />
    </div>
  )
}

/** Marks of the scale at round amounts of the unit in which the largest is read. */
function ticks(most: number): number[] {
  if (most === 0) return [0]
  const unit = 1024 ** Math.floor(Math.log(most) / Math.log(1024))
  const rough = most / unit / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 5, 10].find((size) => size * power >= rough) ?? 10) * power * unit
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, i) => i * step)
}
