import styles from './chart.module.css'
import { labelWidth } from './ticks.ts'

/** The plot of a phone. A wider one has room for all labels. */
const NARROW = 280
const GAP = 8

/** The labels, each below its bar and within the plot; where they would touch on a phone, every second one goes. */
export function Axis({ ticks }: { ticks: (string | undefined)[] }) {
  const labels = ticks.flatMap((text, i) => (text ? [{ text, at: (i + 0.5) / ticks.length, width: labelWidth(text) }] : []))
  const isDense = labels.reduce((sum, { width }) => sum + width + GAP, 0) > NARROW
  return (
    <div className={styles['axis']} aria-hidden>
      {labels.map(({ text, at, width }, i) => {
        const half = `${width / 2}px`
        return (
          <span
            key={text + at}
            data-spare={(isDense && (labels.length - 1 - i) % 2 === 1) || undefined}
            style={{ left: `clamp(${half}, ${at * 100}%, 100% - ${half})` }}
          >
            {text}
          </span>
        )
      })}
    </div>
  )
}
