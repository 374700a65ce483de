import type { ReactNode } from 'react'
import styles from './facts.module.css'

/** Names and their values, line by line. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles['facts']}>{children}</dl>
}

/** One fact with its name. `stacked`: on a phone, the value goes below its name, for values that are longer than a number. */
export function Fact({ name, stacked = false, children }: { name: ReactNode; stacked?: boolean; children: ReactNode }) {
  return (
    <div data-stacked={stacked || undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** A few figures side by side, each under its name. */
export function Figures({ children }: { children: ReactNode }) {
  return <dl className={styles['figures']}>{children}</dl>
}

/** One figure under its name. `isBad`: drawn as a warning, such as a debt. */
export function Figure({ name, isBad = false, children }: { name: string; isBad?: boolean; children: ReactNode }) {
  return (
    <div data-bad={isBad || undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
