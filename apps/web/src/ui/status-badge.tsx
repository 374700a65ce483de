import styles from './status-badge.module.css'

export type Tone = 'good' | 'busy' | 'warn' | 'bad' | 'quiet'

/** A status as a word; the colour only repeats it. */
export function StatusBadge({ tone, label }: { tone: Tone; label: string }) {
  return (
    <span className={styles['badge']} data-tone={tone}>
      {label}
    </span>
  )
}
