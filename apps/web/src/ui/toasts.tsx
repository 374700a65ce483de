import { useT } from '../i18n.ts'
import { useStore } from '../store.ts'
import { closeToast, toasts } from '../toast.ts'
import styles from './toasts.module.css'

/** Place of short messages; drawn once, at the root. */
export function Toasts() {
  const t = useT()
  const all = useStore(toasts)
  return (
    <div className={styles['area']} role="status" aria-live="polite">
      {all.map((toast) => (
        <div key={toast.id} className={`${styles['toast']} ${styles[toast.kind]}`}>
          <span className={styles['sign']} aria-hidden />
          <div className={styles['text']}>
            {toast.title && <strong>{toast.title}</strong>} <span>{toast.message}</span>
          </div>
          <button type="button" className={styles['close']} aria-label={t('action.close')} onClick={() => closeToast(toast.id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  )
}
