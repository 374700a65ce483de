import { type ReactNode, useState } from 'react'
import { useT } from '../../i18n.ts'
import { Segments } from '../plain/segments.tsx'
import type { Bar } from './bar.ts'
import styles from './chart.module.css'
import { ChartTable } from './chart-table.tsx'
import { Plot } from './plot.tsx'
import { runningSums } from './running-sums.ts'
import type { Scale } from './scale.ts'
import { TableButton } from './table-button.tsx'

interface BarChartProps {
  /** The finding in a sentence; screen readers hear it first. */
  label: string
  bars: Bar[]
  /** Names of bars and of those in the period before. */
  legend: { value: string; previous?: string; name: string }
  /** For values up to this one. */
  scale: (most: number) => Scale
  /** A value with its unit. */
  format: (value: number) => string
  /** A value in few characters, for the tallest bars. */
  formatBrief?: (value: number) => string
  height?: number
  /** Whether the bars add up to something: then their running total is shown first, and each by itself at a choice. */
  adds?: boolean
  /** What the table shows, if not the bars. */
  table?: ReactNode
  /** Links below the chart. */
  children?: ReactNode
}

/** Number of bars below which the width is not filled. */
const FEW = 5

/**
 * Counts or sums as bars, the period before as a line over them. Pointer, finger and arrow keys show one value; a table that opens below
 * holds all.
 */
export function BarChart({ label, bars: each, legend, scale, format, formatBrief, height = 190, adds, table, children }: BarChartProps) {
  const t = useT()
  const [shows, setShows] = useState<'sums' | 'each'>('sums')
  const [hasTable, setHasTable] = useState(false)
  const inSums = adds && shows === 'sums'
  const bars = inSums ? runningSums(each, format) : each
  const previous = bars.some((bar) => bar.previous !== undefined) ? legend.previous : undefined
  const named = { name: legend.name, value: legend.value, previous }
  return (
    <figure className={styles['figure']} data-few={bars.length < FEW || undefined}>
      <Plot
        label={label}
        bars={bars}
        legend={named}
        scale={scale(Math.max(0, ...bars.flatMap((bar) => [bar.value, bar.previous ?? 0])))}
        format={format}
        formatBrief={formatBrief ?? format}
        hasPeaks={!inSums}
        height={height}
      />
      <div className={styles['foot']}>
        {previous && (
          <figcaption className={styles['legend']} aria-hidden>
            <span data-kind="value">{legend.value}</span>
            <span data-kind="before">{previous}</span>
          </figcaption>
        )}
        {adds && (
          <Segments
            label={t('chart.shows')}
            value={shows}
            options={[
              { value: 'sums', label: t('chart.sums') },
              { value: 'each', label: t('chart.each') },
            ]}
            onChange={setShows}
          />
        )}
        {children}
        <TableButton isOpen={hasTable} onChange={setHasTable} />
      </div>
      {hasTable && (table ?? <BarsTable bars={bars} legend={named} format={format} />)}
    </figure>
  )
}

interface BarsTableProps {
  bars: Bar[]
  legend: { name: string; value: string; previous: string | undefined }
  format: (value: number) => string
}

function BarsTable({ bars, legend: { name, value, previous }, format }: BarsTableProps) {
  const t = useT()
  const cellsOf = (bar: Bar): string[] => [
    bar.kind === 'ahead' ? '' : format(bar.value),
    ...(previous ? [bar.previous === undefined ? '' : format(bar.previous)] : []),
  ]
  return (
    <ChartTable
      label={t('chart.table')}
      heads={[name, value, ...(previous ? [previous] : [])]}
      rows={bars.map((bar) => ({ name: bar.name, cells: cellsOf(bar) }))}
    />
  )
}
