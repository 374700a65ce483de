import type { ReactNode } from 'react'
import styles from './stacked.module.css'

/** A value with a quieter line below it. */
export function Stacked({ note, children }: { note: ReactNode; children: ReactNode }) {
  return (
    <span className={styles['stacked']}>
      {children}
      {note !== null && <small>{note}</small>}
    </span>
  )
}
