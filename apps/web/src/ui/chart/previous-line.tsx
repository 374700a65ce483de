import styles from './chart.module.css'

/** The period before as a line over the bars, from the middle of one to the middle of the next. `chosen`: its point is marked. */
export function PreviousLine({ values, top, chosen }: { values: (number | undefined)[]; top: number; chosen: number | null }) {
  const at = (i: number): string => `${i + 0.5} ${100 - (Math.max(0, values[i] ?? 0) / top) * 100}`
  // A line without length is a dot: a value that stands alone is seen too.
  const line = values.map((value, i) => (value === undefined ? '' : values[i - 1] === undefined ? `M${at(i)}h0` : `L${at(i)}`)).join('')
  const hasPoint = chosen !== null && values[chosen] !== undefined
  return (
    <svg className={styles['line']} viewBox={`0 0 ${values.length} 100`} preserveAspectRatio="none" aria-hidden>
      <path data-kind="edge" d={line} />
      <path d={line} />
      {hasPoint && <path data-kind="point" d={`M${at(chosen)}h0`} />}
    </svg>
  )
}
