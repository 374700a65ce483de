import { useT } from '../i18n.ts'
import styles from './page-loading.module.css'

/** A rough outline of a page while it loads. */
export function PageLoading() {
  const t = useT()
  return (
    <div className={styles['page']} role="status" aria-busy>
      <span className="visually-hidden">{t('state.loading')}</span>
      <div style={{ width: 220, height: 34 }} />
      <div style={{ height: 120 }} />
      <div style={{ height: 260 }} />
    </div>
  )
}
