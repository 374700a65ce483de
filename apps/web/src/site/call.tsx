import { useT } from '../i18n.ts'
import styles from './call.module.css'
import { Start } from './start-link.tsx'

/** The last thing on a page for visitors: the way in. */
export function Call() {
  const t = useT()
  return (
    <section className="deep on-ink" aria-labelledby="call">
      <div className={`${styles['call']} wrap`}>
        <h2 id="call">{t('home.call')}</h2>
        <Start />
      </div>
    </section>
  )
}
