import type { ReactNode } from 'react'
import styles from './data-table.module.css'

/** Sums above a list, as the server gives them. */
export function TableTotals({ children }: { children: ReactNode }) {
  return <div className={styles['totals']}>{children}</div>
}
