import type { ReactNode } from 'react'
import styles from './states.module.css'

/** Says that there is nothing, why, and what to do about it (`children`: a button or link). */
export function EmptyState({ title, text, children }: { title: string; text?: string; children?: ReactNode }) {
  return (
    <div className={styles['state']}>
      <svg width="56" height="56" viewBox="0 0 56 56" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden>
        <rect x="9" y="13" width="38" height="32" rx="7" opacity=".5" />
        <path d="M9 31h11l3 5h10l3-5h11" />
      </svg>
      <p className={styles['title']}>{title}</p>
      {text && <p className={styles['text']}>{text}</p>}
      {children && <div className={styles['actions']}>{children}</div>}
    </div>
  )
}
