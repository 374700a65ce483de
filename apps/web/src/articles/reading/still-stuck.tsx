import type { ReactNode } from 'react'
import { useT } from '../../i18n.ts'
import styles from './helpful.module.css'

/** Leads to where people help, at the end of an article. */
export function StillStuck({ children }: { children: ReactNode }) {
  const t = useT()
  return (
    <section className={`${styles['helpful']} ${styles['question']}`} aria-labelledby="stuck">
      <h2 id="stuck">{t('reading.stuck')}</h2>
      {children}
    </section>
  )
}
