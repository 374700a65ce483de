import { rateArticle } from '@portico/contract/articles'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useT } from '../../i18n.ts'
import { buttonClass } from '../../ui/plain/button.ts'
import { useSave } from '../../ui/use-save.ts'
import styles from './helpful.module.css'

/** "Was this helpful?" The same answer again removes it; after a no, a next step is offered. */
export function Helpful({ id, given }: { id: number; given: boolean | null }) {
  const t = useT()
  const [answer, setAnswer] = useState(given)
  const save = useSave({
    send: (helpful: boolean | null) => call(rateArticle, { body: { id, helpful } }, { background: true }),
    after: (_, helpful) => setAnswer(helpful),
  })
  const button = (value: boolean) => (
    <button
      type="button"
      className={`${buttonClass('outline')} ${styles['choice']}`}
      aria-pressed={answer === value}
      disabled={save.isPending}
      onClick={() => save.mutate(answer === value ? null : value)}
    >
      {t(value ? 'reading.yes' : 'reading.no')}
    </button>
  )
  return (
    <section className={styles['helpful']} aria-labelledby="helpful">
      <div className={styles['question']}>
        <h2 id="helpful">{t('reading.helpful')}</h2>
        {button(true)}
        {button(false)}
      </div>
      <p role="status">
        {answer === true && t('reading.thanks')}
        {answer === false && (
          <>
            {t('reading.sorry')} <Link to="/service">{t('reading.service')}</Link>
          </>
        )}
      </p>
    </section>
  )
}
