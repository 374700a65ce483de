import type { ReactNode } from 'react'
import { useT } from '../../i18n.ts'
import { buttonClass } from './button.ts'
import styles from './public-frame.module.css'

interface PublicFrameProps {
  title: string
  /** A sentence about the page, below its title. */
  text: string
  /** For pages that people read rather than scan. */
  narrow?: boolean
  children: ReactNode
}

/** A page of the public site: its title, a sentence about it, then its content. */
export function PublicFrame({ title, text, narrow = false, children }: PublicFrameProps) {
  return (
    <div className={styles['page']} data-narrow={narrow || undefined}>
      <div className={styles['intro']}>
        <h1>{title}</h1>
        <p>{text}</p>
      </div>
      {children}
    </div>
  )
}

/** Shown if a public page has nothing to list: why, and what to do about it. */
export function Message({ title, text, children }: { title: string; text?: string; children?: ReactNode }) {
  return (
    <div className={styles['message']}>
      <h2>{title}</h2>
      {text !== undefined && <p>{text}</p>}
      {children}
    </div>
  )
}

export function Loading() {
  const t = useT()
  return (
    <p className={styles['message']} role="status">
      {t('state.loading')}
    </p>
  )
}

export function LoadFailed({ title, onRetry }: { title: string; onRetry: () => unknown }) {
  const t = useT()
  return (
    <div role="alert">
      <Message title={title}>
        <button type="button" className={buttonClass('outline')} onClick={() => void onRetry()}>
          {t('action.retry')}
        </button>
      </Message>
    </div>
  )
}
