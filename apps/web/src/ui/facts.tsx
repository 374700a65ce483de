import type { ReactNode } from 'react'
import styles from './facts.module.css'

/** Names and what they stand for, in lines. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles['facts']}>{children}</dl>
}

/** `stacked`: what takes more room than a number stands below its name on a phone. */
export function Fact({ name, stacked = false, children }: { name: ReactNode; stacked?: boolean; children: ReactNode }) {
  return (
    <div data-stacked={stacked || undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
