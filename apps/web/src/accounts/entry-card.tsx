import type { ReactNode } from 'react'
import styles from './entry-card.module.css'

interface EntryCardProps {
  title: string
  text: string
  /** Without a form: the arch is no higher than its few words need. */
  brief?: boolean
  children?: ReactNode
}

/** The card around the login and registration forms. */
export function EntryCard({ title, text, brief = false, children }: EntryCardProps) {
  return (
    <div className={styles['ground']} data-brief={brief || undefined}>
      <div className={styles['card']}>
        <h1>{title}</h1>
        <p className={styles['text']}>{text}</p>
        {children}
      </div>
    </div>
  )
}

/** The error of a form that no single field caused. */
export function FormFailure({ message }: { message: string }) {
  return (
    <div role="alert" className={message ? styles['failure'] : undefined}>
      {message}
    </div>
  )
}
