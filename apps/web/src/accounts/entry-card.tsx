import type { ReactNode } from 'react'
import styles from './entry-card.module.css'

/** The card around the login and registration forms, and around the few words of a page that leads on. */
export function EntryCard({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <div className={styles['ground']}>
      <div className={styles['gate']}>
        <div className={styles['card']}>
          <h1>{title}</h1>
          <p className={styles['text']}>{text}</p>
          {children}
        </div>
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
