import { type KeyboardEvent, type PointerEvent, useId, useState } from 'react'
import { Axis } from './axis.tsx'
import type { Bar } from './bar.ts'
import styles from './chart.module.css'
import { fitOf, peaksOf } from './ticks.ts'
import { textOf, Tip } from './tip.tsx'

interface BarChartProps {
  /** The finding in a sentence; screen readers hear it first. */
  label: string
  bars: Bar[]
  /** Names of bars and of those in the period before. */
  legend: { value: string; previous?: string; name: string }
  /** Marks of the axis from zero up; the last is the top. */
  ticks: number[]
  /** A value with its unit. */
  format: (value: number) => string
  /** A mark of the axis, without the unit but at the top. */
  formatTick?: (value: number, isTop: boolean) => string
  /** A value in few characters, for the tallest bars. */
  formatBrief?: (value: number) => string
  height?: number
}

/** Pixels below which a bar has no arch. */
const LOW = 8
/** The part of the width in which a figure would reach over the edge. */
const EDGE = 0.08
/** Number of bars below which the width is not filled. */
const FEW = 5

const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowLeft: (at) => Math.max(0, at - 1),
  ArrowRight: (at, last) => Math.min(last, at + 1),
  Home: () => 0,
  End: (_, last) => last,
}

/**
 * Counts or sums as bars, the period before as a pale bar behind each. Pointer, finger and arrow keys show one value; a table holds all.
 */
export function BarChart({ label, bars, legend, ticks, format, formatTick = format, formatBrief = format, height = 190 }: BarChartProps) {
  const table = useId()
  const [chosen, setChosen] = useState<number | null>(null)
  const top = ticks.at(-1) || 1
  const has = { previous: bars.some((bar) => bar.previous !== undefined) && legend.previous !== undefined }
  const today = bars.findIndex((bar) => bar.kind === 'now')
  const at = chosen ?? (today >= 0 ? today : bars.length - 1)
  // Figures on all bars would cover the bars of the period before; where they fit, they stand for the scale.
  const fit = has.previous ? 'none' : fitOf(bars.map(({ value }) => format(value)))
  const peaks = fit === 'none' ? peaksOf(bars.map(({ value }) => value)) : new Set<number>()
  const shapeOf = (value: number): 'low' | 'arch' | undefined => (value <= 0 ? undefined : (value / top) * height < LOW ? 'low' : 'arch')
  const move = (event: KeyboardEvent): void => {
    const to = STEPS[event.key]?.(at, bars.length - 1)
    if (to === undefined) return
    event.preventDefault()
    setChosen(to)
  }
  // A figure at the edge grows inwards, not over the scale or out of the page.
  const edgeOf = (i: number): 'start' | 'end' | undefined =>
    (i + 0.5) / bars.length < EDGE ? 'start' : (i + 0.5) / bars.length > 1 - EDGE ? 'end' : undefined
  const point = ({ clientX, currentTarget }: PointerEvent): void => {
    const { left, width } = currentTarget.getBoundingClientRect()
    setChosen(Math.max(0, Math.min(bars.length - 1, Math.floor(((clientX - left) / width) * bars.length))))
  }
  return (
    <figure className={styles['figure']} data-few={bars.length < FEW || undefined}>
      <div
        className={styles['chart']}
        data-figures={fit === 'none' ? (peaks.size > 0 ? 'peaks' : undefined) : fit}
        style={{ '--height': `${height}px`, '--rows': ticks.length - 1 }}
      >
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
          aria-valuetext={textOf(bars[at], has.previous ? legend.previous : undefined, format)}
          tabIndex={0}
          onKeyDown={move}
          onBlur={() => setChosen(null)}
          onPointerMove={point}
          onPointerDown={point}
          // A finger that is lifted leaves its value in sight.
          onPointerLeave={(event) => event.pointerType !== 'touch' && setChosen(null)}
        >
          {bars.map((bar, i) => (
            <i
              key={bar.name}
              data-kind={bar.kind}
              data-shape={shapeOf(bar.value)}
              data-chosen={i === chosen || undefined}
              data-before={has.previous ? shapeOf(bar.previous ?? 0) : undefined}
              style={{ '--value': `${(bar.value / top) * 100}%`, '--previous': `${(Math.max(0, bar.previous ?? 0) / top) * 100}%` }}
            >
              {fit !== 'none' && bar.value > 0 && <b data-fit={fit}>{format(bar.value)}</b>}
              {peaks.has(i) && <b data-edge={edgeOf(i)}>{formatBrief(bar.value)}</b>}
            </i>
          ))}
          {chosen !== null && (
            <Tip bar={bars[chosen]} from={chosen / bars.length} to={(chosen + 1) / bars.length} legend={legend} format={format} />
          )}
        </div>
        <Axis
          ticks={bars.map(({ tick }) => tick)}
          now={today < 0 ? null : { at: today, text: bars[today]?.tick ?? bars[today]?.name ?? '' }}
        />
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
