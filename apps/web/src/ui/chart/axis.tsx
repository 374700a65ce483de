import { useElementSize } from '@mantine/hooks'
import styles from './chart.module.css'
import { labelWidth, spacedOut } from './ticks.ts'

/** The plot of a phone, until its own width is known. */
const NARROW = 280

interface AxisProps {
  ticks: (string | undefined)[]
  /** The running day and its label: always shown and marked; null: none. */
  now: { at: number; text: string } | null
}

/** Labels below their bars, within the plot; if they would touch, every second or third. */
export function Axis({ ticks, now }: AxisProps) {
  const { ref, width } = useElementSize()
  const middle = (i: number): number => (i + 0.5) / ticks.length
  const labels = ticks.flatMap((text, i) => (text ? [{ text, at: middle(i), width: labelWidth(text) }] : []))
  const own = now && { text: now.text, at: middle(now.at), width: labelWidth(now.text) }
  return (
    <div ref={ref} className={styles['axis']} aria-hidden>
      {spacedOut(labels, width || NARROW, own).map(({ text, at, width: wide }) => {
        const half = `${wide / 2}px`
        return (
          <span key={text + at} data-now={at === own?.at || undefined} style={{ left: `clamp(${half}, ${at * 100}%, 100% - ${half})` }}>
            {text}
          </span>
        )
      })}
    </div>
  )
}
