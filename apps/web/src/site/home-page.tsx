import { createFileRoute } from '@tanstack/react-router'
import { loadMessages } from '../i18n.ts'
import { useServiceStatus } from '../outages/use-service-status.ts'
import { PlanTeaser } from '../plans/plan-teaser.tsx'
import { usePlansOnSale } from '../plans/use-plans-on-sale.ts'
import { CallToStart } from './call-to-start.tsx'
import { Hero } from './hero.tsx'
import styles from './home-page.module.css'
import { Proof } from './proof.tsx'
import { Questions } from './questions.tsx'
import { Steps } from './steps.tsx'

export const Route = createFileRoute('/_public/index')({
  loader: () => Promise.all([loadMessages('home'), loadMessages('prices'), loadMessages('service')]),
  component: HomePage,
  staticData: { title: 'title.home' },
})

function HomePage() {
  const sellsNothing = usePlansOnSale()?.length === 0
  const hasNoLocation = useServiceStatus().data?.locations.length === 0
  // The rest shows what there is not.
  if (sellsNothing && hasNoLocation) {
    return (
      <div className={styles['empty']}>
        <Hero />
        <Proof />
        <Steps />
        <Questions />
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
      <CallToStart />
    </>
  )
}
