import type { ReactNode } from 'react'
import styles from './figures.module.css'

/** A few figures side by side, each under its name. */
export function Figures({ children }: { children: ReactNode }) {
  return <dl className={styles['figures']}>{children}</dl>
}

/** `isBad`: a debt. */
export function Figure({ name, isBad = false, children }: { name: string; isBad?: boolean; children: ReactNode }) {
  return (
    <div data-bad={isBad || undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
