import type { ReactNode } from 'react'
import { useT } from '../../i18n.ts'
import { EmptyState } from '../empty-state.tsx'
import { buttonClass } from './button.ts'
import styles from './public-frame.module.css'

interface PublicFrameProps {
  title: string
  /** A sentence about the page, below its title. */
  text?: string
  children: ReactNode
}

/** A page of the public site: its title, a sentence about it, then its content. */
export function PublicFrame({ title, text, children }: PublicFrameProps) {
  return (
    <div className={`${styles['page']} wrap`}>
      <header className={styles['intro']}>
        <h1>{title}</h1>
        {text && <p>{text}</p>}
      </header>
      {children}
    </div>
  )
}

export function Loading() {
  const t = useT()
  return (
    <p className={styles['loading']} role="status">
      {t('state.loading')}
    </p>
  )
}

export function LoadFailed({ title, onRetry }: { title: string; onRetry: () => unknown }) {
  const t = useT()
  return (
    <div role="alert">
      <EmptyState title={title} drawing="broken">
        <button type="button" className={buttonClass('outline')} onClick={() => void onRetry()}>
          {t('action.retry')}
        </button>
      </EmptyState>
    </div>
  )
}
