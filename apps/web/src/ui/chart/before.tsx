import styles from './chart.module.css'

/** The period before as a line in steps, one for each bar and over the bars. It ends where that period was shorter. */
export function Before({ values, top }: { values: (number | undefined)[]; top: number }) {
  const heights = values.map((value) => (value === undefined ? undefined : Math.round((1 - Math.max(0, value) / top) * 1000) / 10))
  const steps = heights.map((y, i) => (y === undefined ? '' : `M${i} ${y}H${i + 1}`)).join('')
  const risers = heights.map((y, i) => (y === undefined || heights[i - 1] === undefined ? '' : `M${i} ${heights[i - 1]}V${y}`)).join('')
  return (
    <svg className={styles['before']} viewBox={`0 0 ${values.length} 100`} preserveAspectRatio="none" aria-hidden>
      <path data-kind="edge" d={steps} />
      <path data-kind="riser" d={risers} />
      <path d={steps} />
    </svg>
  )
}
