import { type KeyboardEvent, useId, useState } from 'react'
import styles from './chart.module.css'

export interface Bar {
  /** What the bar stands for, such as its day, in full. */
  name: string
  /** At the axis; only some bars carry one. */
  tick?: string
  value: number
  /** The same point of the period before. */
  previous?: number
  /** `now`: the running day; `ahead`: still to come, only the mark shows; `warm`: stands out. */
  kind?: 'now' | 'ahead' | 'warm'
  /** Added to the value where it is shown, such as a count of orders. */
  more?: string
}
interface BarChartProps {
  /** The finding in a sentence; screen readers hear it first. */
  label: string
  bars: Bar[]
  /** What the bars and the marks of the period before are. */
  legend: { value: string; previous?: string; name: string }
  /** Marks of the axis from zero up; the last is the top. */
  ticks: number[]
  /** A value with its unit. */
  format: (value: number) => string
  /** A mark of the axis, without the unit but at the top. */
  formatTick?: (value: number, isTop: boolean) => string
  height?: number
}

const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowLeft: (at) => Math.max(0, at - 1),
  ArrowRight: (at, last) => Math.min(last, at + 1),
  Home: () => 0,
  End: (_, last) => last,
}

/** Counts or sums as bars, the period before as a mark across each. Pointer, finger and arrow keys show one value; a table holds all. */
export function BarChart({ label, bars, legend, ticks, format, formatTick = format, height = 190 }: BarChartProps) {
  const table = useId()
  const [chosen, setChosen] = useState<number | null>(null)
  const top = ticks.at(-1) || 1
  const has = { previous: bars.some((bar) => bar.previous !== undefined) && legend.previous !== undefined }
  // Seven dates do not fit a phone; seven weekdays do.
  const isDense = bars.filter(({ tick }) => tick && tick.length > 4).length > 5
  const today = bars.findIndex((bar) => bar.kind === 'now')
  const at = chosen ?? (today >= 0 ? today : bars.length - 1)
  const move = (event: KeyboardEvent): void => {
    const to = STEPS[event.key]?.(at, bars.length - 1)
    if (to === undefined) return
    event.preventDefault()
    setChosen(to)
  }
  return (
    <figure className={styles['figure']}>
      <div className={styles['chart']} style={{ '--height': `${height}px`, '--rows': ticks.length - 1 }}>
        <div className={styles['scale']} aria-hidden>
          {ticks.toReversed().map((tick, i) => (
            <span key={tick}>{formatTick(tick, i === 0)}</span>
          ))}
        </div>
        <div
          className={styles['plot']}
          role="slider"
          aria-readonly
          aria-label={label}
          aria-describedby={table}
          aria-valuemin={0}
          aria-valuemax={bars.length - 1}
          aria-valuenow={at}
          aria-valuetext={textOf(bars[at], format)}
          tabIndex={0}
          onKeyDown={move}
          onBlur={() => setChosen(null)}
          onPointerLeave={() => setChosen(null)}
        >
          {bars.map((bar, i) => (
            <i
              key={bar.name}
              data-kind={bar.kind}
              data-before={Boolean(bar.previous) || undefined}
              data-few={bars.length < 7 || undefined}
              onPointerEnter={() => setChosen(i)}
              onPointerDown={() => setChosen(i)}
              style={{ '--value': `${(bar.value / top) * 100}%`, '--before': `${((bar.previous ?? 0) / top) * 100}%` }}
            />
          ))}
          {chosen !== null && <Tip bar={bars[chosen]} at={(chosen + 0.5) / bars.length} top={top} format={format} />}
        </div>
        <div className={styles['axis']} aria-hidden>
          {bars.map((bar, i) => {
            // Centred below a slim last bar, a date would stick out.
            const isLast = bars.length > 14 && i === bars.length - 1
            return (
              bar.tick && (
                <span
                  key={bar.name}
                  data-last={isLast || undefined}
                  data-spare={(isDense && (bars.length - 1 - i) % 2 === 1) || undefined}
                  style={isLast ? undefined : { left: `${((i + 0.5) / bars.length) * 100}%` }}
                >
                  {bar.tick}
                </span>
              )
            )
          })}
        </div>
      </div>
      {has.previous && (
        <figcaption className={styles['legend']} aria-hidden>
          <span data-kind="value">{legend.value}</span>
          <span data-kind="ghost">{legend.previous}</span>
        </figcaption>
      )}
      <div className="visually-hidden">
        <table id={table}>
          <thead>
            <tr>
              <th>{legend.name}</th>
              <th>{legend.value}</th>
              {has.previous && <th>{legend.previous}</th>}
            </tr>
          </thead>
          <tbody>
            {bars.map((bar) => (
              <tr key={bar.name}>
                <th scope="row">{bar.name}</th>
                <td>{bar.kind === 'ahead' ? '' : format(bar.value)}</td>
                {has.previous && <td>{bar.previous === undefined ? '' : format(bar.previous)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}

function Tip({ bar, at, top, format }: { bar: Bar | undefined; at: number; top: number; format: (value: number) => string }) {
  if (!bar) return null
  const value = bar.kind === 'ahead' ? (bar.previous ?? 0) : bar.value
  const side = at < 0.2 ? 'start' : at > 0.8 ? 'end' : 'middle'
  return (
    <span
      className={styles['tip']}
      data-side={side}
      style={{ left: `${at * 100}%`, bottom: `min(calc(${(value / top) * 100}% + 8px), 100%)` }}
    >
      {textOf(bar, format)}
    </span>
  )
}

function textOf(bar: Bar | undefined, format: (value: number) => string): string {
  if (!bar) return ''
  const value = bar.kind === 'ahead' ? (bar.previous ?? 0) : bar.value
  return [`${bar.name} ${format(value)}`, bar.more].filter(Boolean).join(' · ')
}
