import { Button } from '@mantine/core'
import { useT } from '../i18n.ts'
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
      <Button className={styles['actions'] ?? ''} variant="default" onClick={() => void onRetry()}>
        {t('action.retry')}
      </Button>
    </div>
  )
}
