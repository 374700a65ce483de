import styles from './chart.module.css'

const [WIDTH, HEIGHT] = [100, 30]

/** The course of a figure as a line, the period before as a ghost; the figure beside it says what counts. */
export function Spark({ values, previous = [], days }: { values: number[]; previous?: number[]; days?: number }) {
  const most = Math.max(1, ...values, ...previous)
  const last = Math.max(1, (days ?? Math.max(values.length, previous.length)) - 1)
  const line = (points: number[]): string =>
    points.map((value, i) => `${i === 0 ? 'M' : 'L'}${(i / last) * WIDTH} ${HEIGHT - 1 - (value / most) * (HEIGHT - 2)}`).join('')
  return (
    <svg className={styles['spark']} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
      {previous.length > 1 && <path data-kind="ghost" d={line(previous)} />}
      {values.length > 1 && <path d={line(values)} />}
    </svg>
  )
}
