import styles from './meter.module.css'

/** How much of something is used. Coloured when little is left. */
export function Meter({ label, value, max }: { label: string; value: number; max: number }) {
  const share = max > 0 ? Math.min(1, value / max) : 0
  const percent = Math.round(share * 100)
  return (
    <div
      className={styles['meter']}
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      data-tone={share >= 1 ? 'bad' : share >= 0.9 ? 'warn' : undefined}
    >
      <span style={{ width: `${share * 100}%` }} />
    </div>
  )
}
