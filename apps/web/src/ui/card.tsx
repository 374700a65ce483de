import { useId, type ReactNode } from 'react'
import styles from './card.module.css'

/** A titled surface on a page. `aside` goes at the end of the title; `flush` removes the padding, for tables. */
export function Card({
  title,
  aside,
  flush = false,
  children,
}: {
  title?: string
  aside?: ReactNode
  flush?: boolean
  children: ReactNode
}) {
  const id = useId()
  return (
    <section className={styles['card']} data-flush={flush || undefined} aria-labelledby={title ? id : undefined}>
      {title && (
        <header>
          <h2 id={id}>{title}</h2>
          {aside}
        </header>
      )}
      {children}
    </section>
  )
}
