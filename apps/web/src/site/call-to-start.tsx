import { useT } from '../i18n.ts'
import styles from './call-to-start.module.css'
import { Start } from './start-link.tsx'

/** The last section of a page for visitors: asks them to start. */
export function CallToStart() {
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
