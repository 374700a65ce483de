import { createFileRoute } from '@tanstack/react-router'
import { loadMessages, useT } from '../i18n.ts'
import { useServiceStatus } from '../outages/use-service-status.ts'
import { PlanTeaser } from '../plans/plan-teaser.tsx'
import { usePlansOnSale } from '../plans/use-plans-on-sale.ts'
import { Hero } from './hero.tsx'
import styles from './home-page.module.css'
import { Proof } from './proof.tsx'
import { Questions } from './questions.tsx'
import { Start } from './start-link.tsx'
import { Steps } from './steps.tsx'

export const Route = createFileRoute('/_public/index')({
  loader: () => Promise.all([loadMessages('home'), loadMessages('service')]),
  component: HomePage,
  staticData: { title: 'title.home' },
})

function HomePage() {
  const t = useT()
  const sellsNothing = usePlansOnSale()?.length === 0
  const hasNoLocation = useServiceStatus().data?.locations.length === 0
  // The rest explains how to use what there is not.
  if (sellsNothing && hasNoLocation) {
    return (
      <div className={styles['empty']}>
        <Hero />
        <Proof />
      </div>
    )
  }
  return (
    <>
      <Hero />
      <Proof />
      {!sellsNothing && <Steps />}
      <PlanTeaser />
      <Questions />
      <section className="deep on-ink" aria-labelledby="call">
        <div className={`${styles['call']} wrap`}>
          <h2 id="call">{t('home.call')}</h2>
          <Start />
        </div>
      </section>
    </>
  )
}
