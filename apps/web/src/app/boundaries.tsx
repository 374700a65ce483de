import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { cache } from '../api/cache.ts'
import { useT } from '../i18n.ts'
import styles from './boundaries.module.css'

/** Shown when a page cannot be drawn, with a button to try again. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const t = useT()
  const router = useRouter()
  const retry = (): void => {
    cache.forgetFailures()
    reset()
    void router.invalidate()
  }
  return (
    <div className={styles['box']} role="alert">
      <h1>{t('error.page_title')}</h1>
      <p>{(error instanceof Error && error.message) || t('error.page_text')}</p>
      <button type="button" onClick={retry}>
        {t('action.retry')}
      </button>
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
