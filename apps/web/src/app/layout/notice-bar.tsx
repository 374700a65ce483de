import { useState } from 'react'
import { useSite } from '../../api/site.ts'
import { useT } from '../../i18n.ts'
import { createStore, useStore } from '../../store.ts'
import styles from './notice-bar.module.css'

const KEY = 'portico.dis_notice'
/** True until it is closed for this visit. */
const dis_notice = createStore(true)

/** The site's notice. It can be dismissed until the next visit or for good. Another one, or the same shown again, always appears. */
export function NoticeBar() {
  const site = useSite()
  const open = useStore(dis_notice)
  const [dismissed, setDismissed] = useState(() => localStorage.getItem(KEY))
  const key = site?.index_notice_key
  if (!site?.indexNotice || !key || !open || dismissed === key) return null
  const neverAgain = (): void => {
    localStorage.setItem(KEY, key)
    setDismissed(key)
  }
  return <BarLine text={site.indexNotice} onNever={neverAgain} onClose={() => dis_notice.set(false)} />
}

/** How the notice looks. */
export function BarLine({ text, onNever, onClose }: { text: string; onNever: () => void; onClose: () => void }) {
  const t = useT()
  return (
    <section className={styles['bar']} aria-label={t('notice.label')}>
      <div className={`${styles['inner']} wrap`}>
        <p>{text}</p>
        <button type="button" onClick={onNever}>
          {t('notice.never_again')}
        </button>
        <button type="button" onClick={onClose}>
          {t('action.close')}
        </button>
      </div>
    </section>
  )
}
