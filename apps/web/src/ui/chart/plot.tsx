import { Axis } from './axis.tsx'
import type { Bar } from './bar.ts'
import styles from './chart.module.css'
import { PreviousLine } from './previous-line.tsx'
import type { Scale } from './scale.ts'
import { fitOf, peaksOf } from './ticks.ts'
import { textOf, Tip } from './tip.tsx'
import { useChosen } from './use-chosen.ts'

interface PlotProps {
  label: string
  bars: Bar[]
  /** `previous`: if there is a period before. */
  legend: { value: string; previous?: string | undefined }
  scale: Scale
  format: (value: number) => string
  formatBrief: (value: number) => string
  /** Whether bars far above the rest carry their figure. */
  hasPeaks: boolean
  height: number
}

/** Pixels below which a bar has no arch. */
const LOW = 8
/** The part of the width in which a figure would reach over the edge. */
const EDGE = 0.08

/** Bars on their scale. Pointer, finger or keys choose one. */
export function Plot({ label, bars, legend, scale: { ticks, tickText }, format, formatBrief, hasPeaks, height }: PlotProps) {
  const top = ticks.at(-1) || 1
  const { previous } = legend
  const today = bars.findIndex((bar) => bar.kind === 'now')
  const { chosen, props } = useChosen(bars.length, today >= 0 ? today : bars.length - 1, (at) => textOf(bars[at], previous, format))
  // Figures on all bars would cover the line of the period before; where they fit, they stand for the scale.
  const fit = previous ? 'none' : fitOf(bars.map(({ value }) => format(value)))
  const peaks = fit === 'none' && hasPeaks ? peaksOf(bars.map(({ value }) => value)) : new Set<number>()
  const shapeOf = (value: number): 'low' | 'arch' | undefined => (value <= 0 ? undefined : (value / top) * height < LOW ? 'low' : 'arch')
  // A figure at the edge grows inwards, not over the scale or out of the page.
  const edgeOf = (i: number): 'start' | 'end' | undefined =>
    (i + 0.5) / bars.length < EDGE ? 'start' : (i + 0.5) / bars.length > 1 - EDGE ? 'end' : undefined
  return (
    <div
      className={styles['chart']}
      data-figures={fit === 'none' ? (peaks.size > 0 ? 'peaks' : undefined) : fit}
      style={{ '--height': `${height}px`, '--rows': ticks.length - 1 }}
    >
      <div className={styles['scale']} aria-hidden>
        {ticks.toReversed().map((tick, i) => (
          <span key={tick}>{tickText(tick, i === 0)}</span>
        ))}
      </div>
      <div className={styles['plot']} aria-label={label} {...props}>
        {bars.map((bar, i) => (
          <i
            key={bar.name}
            data-kind={bar.kind}
            data-shape={shapeOf(bar.value)}
            data-chosen={i === chosen || undefined}
            style={{ '--value': `${(bar.value / top) * 100}%` }}
          >
            {fit !== 'none' && bar.value > 0 && <b data-fit={fit}>{format(bar.value)}</b>}
            {peaks.has(i) && <b data-edge={edgeOf(i)}>{formatBrief(bar.value)}</b>}
          </i>
        ))}
        {previous && <PreviousLine values={bars.map((bar) => bar.previous)} top={top} chosen={chosen} />}
        {chosen !== null && (
          <Tip bar={bars[chosen]} from={chosen / bars.length} to={(chosen + 1) / bars.length} legend={legend} format={format} />
        )}
      </div>
      <Axis
        ticks={bars.map(({ tick }) => tick)}
        now={today < 0 ? null : { at: today, text: bars[today]?.tick ?? bars[today]?.name ?? '' }}
      />
    </div>
  )
}
