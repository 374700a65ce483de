import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { cache } from '../api/cache.ts'
import { lost } from '../api/connection.ts'
import { noteError } from '../api/seen-errors.ts'
import { useT } from '../i18n.ts'
import { useStore } from '../store.ts'
import { partError, RetryButton } from '../ui/lazy/lazy-part.tsx'
import styles from './boundaries.module.css'

/** Shown when a page cannot be drawn, with a button to try again. Tries by itself once the server is back. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const t = useT()
  const router = useRouter()
  const retry = (): void => {
    cache.forgetFailures()
    reset()
    void router.invalidate()
  }
  const isLost = useStore(lost)
  useEffect(() => noteError(error), [error])
  return (
    <div className={styles['box']} role="alert">
      <h1>{t(isLost ? 'connection.lost' : 'error.page_title')}</h1>
      <p>{isLost ? t('error.network') : partError(error, t) || (error instanceof Error && error.message) || t('error.page_text')}</p>
      <RetryButton error={error} onRetry={retry} />
    </div>
  )
}

/** Shown while a page loads. */
export function PendingPage() {
  const t = useT()
  return (
    <div className={styles['box']} role="status">
      <span className={styles['spinner']} aria-hidden />
      <span className="visually-hidden">{t('state.loading')}</span>
    </div>
  )
}
