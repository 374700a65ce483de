import type { ReactNode } from 'react'
import { archOpening, archStones } from './arch.ts'
import styles from './gauge.module.css'

const STONES = archStones({ outer: 136, inner: 112, ring: 24, legs: 5, foot: 78, gap: 5.2 })
/** Share at or below which the rest is a warning. */
const LOW = 0.1

interface GaugeProps {
  label: string
  /** Share left, 0 to 1. */
  left: number
  /** Share of the whole that carries over, within `left`. */
  kept?: number
  /** Share at an even pace, 0 to 1; at the very start no mark. */
  pace?: number | null
  /** The figure in words, inside the arch. */
  children?: ReactNode
}

/** What is left of a quota, as an arch of stones that empties from the right foot. */
export function Gauge({ label, left, kept = 0, pace = null, children }: GaugeProps) {
  const share = Math.min(1, Math.max(0, left))
  const filled = share === 0 ? 0 : Math.max(1, Math.round(share * STONES.length))
  const lighter = Math.min(filled, Math.round(kept * STONES.length))
  const kindOf = (i: number): string => {
    if (i >= filled) return 'off'
    if (i < lighter) return 'kept'
    return share <= LOW ? 'low' : 'on'
  }
  return (
    <figure className={styles['gauge']}>
      <svg
        viewBox="-152 -152 304 232"
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
      >
        <defs>
          <linearGradient id="gauge-light" x1="0" y1="0" x2="0" y2="1">
            <stop offset=".1" stopColor="var(--accent)" stopOpacity=".16" />
            <stop offset=".62" stopColor="var(--accent)" stopOpacity=".1" />
            <stop offset="1" stopColor="var(--warm)" stopOpacity=".42" />
          </linearGradient>
        </defs>
        <path className={styles['light']} d={archOpening(106, 80)} fill="url(#gauge-light)" />
        {STONES.map((stone, i) => (
          <path key={stone.d} d={stone.d} data-kind={kindOf(i)} />
        ))}
        {pace !== null && pace < 0.97 && <PaceMark share={Math.min(1, Math.max(0, pace))} />}
      </svg>
      <figcaption>{children}</figcaption>
    </figure>
  )
}

/** Tick outside the arch, at the even pace. */
function PaceMark({ share }: { share: number }) {
  const at = share * STONES.length
  const [legs, ring] = [5, 24]
  if (at <= legs || at >= legs + ring) {
    const y = (at <= legs ? legs - at : at - legs - ring) * (78 / legs)
    const side = at <= legs ? -1 : 1
    return <path className={styles['pace']} d={`M${side * 141} ${y}H${side * 150}`} />
  }
  const angle = Math.PI * (1 - (at - legs) / ring)
  const [cos, sin] = [Math.cos(angle), -Math.sin(angle)]
  return <path className={styles['pace']} d={`M${141 * cos} ${141 * sin}L${150 * cos} ${150 * sin}`} />
}
