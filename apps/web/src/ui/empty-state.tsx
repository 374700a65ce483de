import type { ReactNode } from 'react'
import { Drawing, type DrawingName } from './stone/drawing.tsx'
import styles from './states.module.css'

/** Says that there is nothing, why, and what to do about it (`children`: buttons or links). */
export function EmptyState({
  title,
  text,
  drawing = 'receipt',
  children,
}: {
  title: string
  text?: string
  drawing?: DrawingName
  children?: ReactNode
}) {
  return (
    <div className={styles['state']}>
      <Drawing name={drawing} />
      <p className={styles['title']}>{title}</p>
      {text && <p className={styles['text']}>{text}</p>}
      {children && <div className={`${styles['actions']} ${styles['several']}`}>{children}</div>}
    </div>
  )
}
