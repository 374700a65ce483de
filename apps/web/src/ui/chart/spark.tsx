import styles from './chart.module.css'

const [WIDTH, HEIGHT] = [100, 30]

/** Course of a figure as a line, the period before dashed. */
export function Spark({ values, previous = [], days }: { values: number[]; previous?: number[]; days?: number }) {
  const most = Math.max(1, ...values, ...previous)
  const last = Math.max(1, (days ?? Math.max(values.length, previous.length)) - 1)
  const x = (i: number): number => (i / last) * WIDTH
  const y = (value: number): number => HEIGHT - (Math.max(0, value) / most) * (HEIGHT - 3)
  const line = (points: number[]): string => points.map((value, i) => `${i === 0 ? 'M' : 'L'}${x(i)} ${y(value)}`).join('')
  const end = values.length - 1
  return (
    <svg className={styles['spark']} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
      {end > 0 && <path data-kind="ground" d={`${line(values)}L${x(end)} ${HEIGHT}L0 ${HEIGHT}z`} />}
      {previous.length > 1 && <path data-kind="ghost" d={line(previous)} />}
      {end > 0 && <path d={line(values)} />}
      {end >= 0 && <path data-kind="end" d={`M${x(end)} ${y(values[end] ?? 0)}h0.01`} />}
    </svg>
  )
}
