import { getFooter } from '@portico/contract/footer'
import { listPublicPlans } from '@portico/contract/plans'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { get, queryClient } from '../api/query.ts'
import { useSite } from '../api/site.ts'
import { useT } from '../i18n.ts'
import { buttonClass } from '../ui/plain/button.ts'
import styles from './questions.module.css'
import { SiteIcon } from './site-icons.tsx'

const QUESTIONS = ['traffic', 'apps', 'devices', 'link', 'renewal'] as const

/** Questions with the same answer for every operator; others depend on settings. */
export function Questions() {
  const t = useT()
  const email = useSite()?.email
  const { data } = useQuery(get(listPublicPlans, {}, { background: true }), queryClient)
  const hasHelp = useQuery(get(getFooter, {}, { background: true }), queryClient).data?.has_help ?? false
  const sellsResets = data?.items.some((plan) => plan.reset_price !== null) ?? false
  return (
    <section className={`${styles['questions']} wrap`} aria-labelledby="questions">
      <header>
        <h2 id="questions">{t('home.questions')}</h2>
        {email && (
          <>
            <p>{t('home.questions_text')}</p>
            <a className={buttonClass('outline')} href={`mailto:${email}`}>
              {email}
            </a>
          </>
        )}
      </header>
      <div>
        {QUESTIONS.map((name) => (
          <details key={name}>
            <summary>
              {t(`question.${name}`)}
              <SiteIcon name="plus" />
            </summary>
            <p>
              {t(`question.${name}_text`)}
              {name === 'traffic' && sellsResets && ` ${t('question.reset')}`}
            </p>
          </details>
        ))}
        {hasHelp && (
          <p className={styles['help']}>
            <Link to="/help">{t('home.questions_help')}</Link>
          </p>
        )}
      </div>
    </section>
  )
}
