import styles from './count.module.css'

const MOST = 99

/** How many things wait for a person; nothing if none do. `label` says it in words. */
export function Count({ n, label }: { n: number; label: string }) {
  if (n === 0) return null
  return (
    <b className={styles['count']}>
      <span aria-hidden>{n > MOST ? `${MOST}+` : n}</span>
      <span className="visually-hidden">{label}</span>
    </b>
  )
}
