import { useElementSize } from '@mantine/hooks'
import styles from './chart.module.css'
import { labelWidth, spacedOut } from './ticks.ts'

/** The plot of a phone, until its own width is known. */
const NARROW = 280

/** The labels, each below its bar and within the plot; where they would touch, every second or third one stays. */
export function Axis({ ticks }: { ticks: (string | undefined)[] }) {
  const { ref, width } = useElementSize()
  const labels = ticks.flatMap((text, i) => (text ? [{ text, at: (i + 0.5) / ticks.length, width: labelWidth(text) }] : []))
  return (
    <div ref={ref} className={styles['axis']} aria-hidden>
      {spacedOut(labels, width || NARROW).map(({ text, at, width: own }) => {
        const half = `${own / 2}px`
        return (
          <span key={text + at} style={{ left: `clamp(${half}, ${at * 100}%, 100% - ${half})` }}>
            {text}
          </span>
        )
      })}
    </div>
  )
}
