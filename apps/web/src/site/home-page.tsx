import { createFileRoute } from '@tanstack/react-router'
import { loadMessages, useT } from '../i18n.ts'
import { PlanTeaser } from '../plans/plan-teaser.tsx'
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
  return (
    <>
      <Hero />
      <Proof />
      <Steps />
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
