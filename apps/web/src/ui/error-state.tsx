import { useT } from '../i18n.ts'
import { buttonClass } from './plain/button.ts'
import { Drawing } from './stone/drawing.tsx'
import styles from './states.module.css'

/** Says that something could not be loaded, with a button to try again. */
export function ErrorState({ error, onRetry }: { error: Error | null; onRetry: () => unknown }) {
  const t = useT()
  return (
    <div className={styles['state']} role="alert">
      <Drawing name="broken" />
      <p className={styles['title']}>{t('state.failed')}</p>
      {error?.message && <p className={styles['text']}>{error.message}</p>}
      <button type="button" className={`${buttonClass('outline')} ${styles['actions']}`} onClick={() => void onRetry()}>
        {t('action.retry')}
      </button>
    </div>
  )
}
