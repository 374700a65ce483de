import { useId, type ReactNode } from 'react'
import styles from './card.module.css'

/** A titled surface on a page; `aside` stands at the end of its title. Without padding for tables: `flush`. */
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
