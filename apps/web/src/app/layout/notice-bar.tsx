import { useState } from 'react'
import { useSite } from '../../api/site.ts'
import { useT } from '../../i18n.ts'
import { createStore, useStore } from '../../store.ts'
import styles from './notice-bar.module.css'

const KEY = 'portico.dismissed-notice'
const shown = createStore(true)

/** The site's notice. It can be dismissed until the next visit or for good. A new text always appears. */
export function NoticeBar() {
  const t = useT()
  const notice = useSite()?.indexNotice.trim() ?? ''
  const open = useStore(shown)
  const [dismissed, setDismissed] = useState(() => localStorage.getItem(KEY))
  if (!notice || !open || dismissed === notice) return null
  const neverAgain = (): void => {
    localStorage.setItem(KEY, notice)
    setDismissed(notice)
  }
  return (
    <section className={styles['bar']} aria-label={t('notice.label')}>
      <div className={`${styles['inner']} wrap`}>
        <p>{notice}</p>
        <button type="button" onClick={neverAgain}>
          {t('notice.never_again')}
        </button>
        <button type="button" onClick={() => shown.set(false)}>
          {t('action.close')}
        </button>
      </div>
    </section>
  )
}
