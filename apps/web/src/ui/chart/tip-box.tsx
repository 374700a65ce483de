import type { ReactNode } from 'react'
import styles from './chart.module.css'

/** Beside what is chosen, towards the wider side. `from`, `to`: where that starts and ends, 0 to 1. */
export function TipBox({ from, to, children }: { from: number; to: number; children: ReactNode }) {
  const isAfter = from + to < 1
  return (
    <div
      className={styles['tip']}
      data-side={isAfter ? 'after' : 'before'}
      style={{ '--at': `${(isAfter ? to : from) * 100}%` }}
      aria-hidden
    >
      {children}
    </div>
  )
}
