import type { ReactNode } from 'react'
import styles from './action-list.module.css'

/** A list whose entries have what can be done with them at their end. `children`: `li` elements. */
export function ActionList({ children }: { children: ReactNode }) {
  return <ul className={styles['list']}>{children}</ul>
}
