import styles from './day-strip.module.css'

/** `name`: the day and its figure, shown on hover. */
export interface StripDay {
  name: string
  level: 'none' | 'up' | 'partly' | 'down'
}

/** One stone a day. `label` gives the overall figure. */
export function DayStrip({ label, days }: { label: string; days: StripDay[] }) {
  return (
    <svg className={styles['strip']} viewBox={`0 0 ${days.length * 4 - 1} 18`} preserveAspectRatio="none" role="img" aria-label={label}>
      {days.map(({ name, level }, i) => (
        <path key={name} d={`M${i * 4} 18V3a1.5 1.5 0 0 1 3 0V18z`} data-level={level}>
          <title>{name}</title>
        </path>
      ))}
    </svg>
  )
}
