import { dismissNotices } from '@portico/contract/notices'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { readToken } from '../../api/session.ts'
import { useSite } from '../../api/site.ts'
import { useT } from '../../i18n.ts'
import { createStore, useStore } from '../../store.ts'
import styles from './notice-bar.module.css'

const KEY = 'portico.dis_notice'
/** The key of the notice that was closed for this visit. */
const dis_notice = createStore(sessionStorage.getItem(KEY))

/** The site's notice. It can be closed until the next visit or dismissed for good. Another one, or the same shown again, always appears. */
export function NoticeBar() {
  const site = useSite()
  const closed = useStore(dis_notice)
  const [dismissed, setDismissed] = useState(() => localStorage.getItem(KEY))
  const { indexNotice: text, index_notice_key: key, index_notice_id: id } = site ?? {}
  if (!text || !key || closed === key || dismissed === key) return null
  const close = (): void => {
    sessionStorage.setItem(KEY, key)
    dis_notice.set(key)
  }
  const neverAgain = (): void => {
    if (!readToken() || id == null) localStorage.setItem(KEY, key)
    // If the server cannot be told, it is back with the next answer.
    else void call(dismissNotices, { body: { ids: [id] } }, { background: true }).catch(() => {})
    setDismissed(key)
  }
  return <BarLine notice={key} text={text} onNever={neverAgain} onClose={close} />
}

/** A notice in one line, with a button that closes it. */
export function BarLine({ notice, text, onNever, onClose }: { notice?: string; text: string; onNever: () => void; onClose: () => void }) {
  const t = useT()
  return (
    <section data-notice={notice} className={styles['bar']} aria-label={t('notice.label')}>
      <div className={`${styles['inner']} wrap`}>
        {/* On a phone it is one line, which opens when it is touched. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <p tabIndex={0}>{text}</p>
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
