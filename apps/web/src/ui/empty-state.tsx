import type { ReactNode } from 'react'
import { Drawing, type DrawingName } from './stone/drawing.tsx'
import styles from './states.module.css'

export interface EmptyStateProps {
  title: string
  text?: string
  drawing?: DrawingName
  /** The page shows nothing else, so this is its heading. */
  isPage?: boolean
  children?: ReactNode
}

/** Says that there is nothing, why, and what to do about it (`children`: buttons or links). */
export function EmptyState({ title, text, drawing = 'receipt', isPage = false, children }: EmptyStateProps) {
  const Title = isPage ? 'h1' : 'p'
  return (
    <div className={styles['state']}>
      <Drawing name={drawing} />
      <Title className={styles['title']}>{title}</Title>
      {text && <p className={styles['text']}>{text}</p>}
      {children && <div className={`${styles['actions']} ${styles['several']}`}>{children}</div>}
    </div>
  )
}
