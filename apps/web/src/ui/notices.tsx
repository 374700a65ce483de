import { useT } from '../i18n.ts'
import { useStore } from '../store.ts'
import { closeNotice, notices } from '../notice.ts'
import styles from './notices.module.css'

/** Where short messages appear; drawn once, at the root. */
export function Notices() {
  const t = useT()
  const all = useStore(notices)
  return (
    <div className={styles['area']} role="status" aria-live="polite">
      {all.map((notice) => (
        <div key={notice.id} className={`${styles['notice']} ${styles[notice.kind]}`}>
          <span className={styles['sign']} aria-hidden />
          <div className={styles['text']}>
            {notice.title && <strong>{notice.title}</strong>} <span>{notice.message}</span>
          </div>
          <button type="button" className={styles['close']} aria-label={t('action.close')} onClick={() => closeNotice(notice.id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  )
}
