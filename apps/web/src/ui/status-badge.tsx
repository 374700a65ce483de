import styles from './status-badge.module.css'

const MOST = 99

export type Tone = 'good' | 'busy' | 'warn' | 'bad' | 'quiet'

/** A status as a word; the colour only repeats it. What is well is said in plain type. */
export function StatusBadge({ tone, label }: { tone: Tone; label: string }) {
  return (
    <span className={styles['badge']} data-tone={tone}>
      {label}
    </span>
  )
}

/** Number of waiting things; nothing at zero. `label`: in words. */
export function Count({ n, label }: { n: number; label: string }) {
  if (n === 0) return null
  return (
    <b className={styles['count']}>
      <span aria-hidden>{n > MOST ? `${MOST}+` : n}</span>
      <span className="visually-hidden">{label}</span>
    </b>
  )
}
