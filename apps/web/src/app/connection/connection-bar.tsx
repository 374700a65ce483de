import { useEffect, useState } from 'react'
import { cache } from '../../api/cache.ts'
import { lost } from '../../api/connection.ts'
import { language, useT } from '../../i18n.ts'
import { useStore } from '../../store.ts'
import { timeAgo } from '../../ui/format/format-time.ts'
import styles from './connection-bar.module.css'
import { askServer } from './watch-connection.ts'

const REDRAW_MS = 15_000

/** Says that the server does not answer, and how old what the page shows is. */
export function ConnectionBar() {
  return useStore(lost) ? <Bar /> : null
}

function Bar() {
  const t = useT()
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), REDRAW_MS)
    return () => clearInterval(timer)
  }, [])
  const oldest = cache.oldest()
  return (
    <div className={styles['bar']} role="status">
      <span>
        <strong>{t('connection.lost')}</strong>{' '}
        {oldest !== null && t('connection.age', { ago: timeAgo(new Date(oldest), now, language.get()) })}
      </span>
      <button type="button" onClick={() => void askServer()}>
        {t('action.retry')}
      </button>
    </div>
  )
}
