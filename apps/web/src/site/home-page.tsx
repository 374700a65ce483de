import { createFileRoute, Link } from '@tanstack/react-router'
import { readToken } from '../api/session.ts'
import { loadMessages, useT } from '../i18n.ts'
import { PlanTeaser } from '../plans/plan-teaser.tsx'
import { buttonClass } from '../ui/plain/button.ts'
import { PlainIcon } from '../ui/plain/icons.tsx'
import { HeroPicture } from './hero-picture.tsx'
import styles from './home-page.module.css'

export const Route = createFileRoute('/_public/index')({
  loader: () => loadMessages('home'),
  component: HomePage,
  staticData: { title: 'title.home' },
})

const FEATURES = [
  { icon: 'link', title: 'home.feature_link', text: 'home.feature_link_text' },
  { icon: 'chart', title: 'home.feature_traffic', text: 'home.feature_traffic_text' },
  { icon: 'shield', title: 'home.feature_control', text: 'home.feature_control_text' },
] as const

function HomePage() {
  const t = useT()
  return (
    <>
      <section className={styles['hero']}>
        <div className={styles['hero-inner']}>
          <div>
            <h1>{t('home.title')}</h1>
            <p>{t('home.text')}</p>
            <div className={styles['actions']}>
              <Start />
              <Link to="/price" className={buttonClass('outline', 'large')}>
                {t('home.see_prices')}
              </Link>
            </div>
          </div>
          <HeroPicture />
        </div>
      </section>
      <section className={styles['section']} aria-labelledby="features">
        <h2 id="features">{t('home.features')}</h2>
        <ul className={styles['features']}>
          {FEATURES.map((feature) => (
            <li key={feature.icon}>
              <span className={styles['icon']}>
                <PlainIcon name={feature.icon} size={24} />
              </span>
              <h3>{t(feature.title)}</h3>
              <p>{t(feature.text)}</p>
            </li>
          ))}
        </ul>
      </section>
      <PlanTeaser />
      <section className={styles['section']}>
        <div className={styles['call']}>
          <div>
            <h2>{t('home.call')}</h2>
            <p>{t('home.call_text')}</p>
          </div>
          <Start />
        </div>
      </section>
    </>
  )
}

function Start() {
  const t = useT()
  const inside = readToken() !== null
  return (
    <Link to={inside ? '/user/center' : '/register'} className={buttonClass('primary', 'large')}>
      {t(inside ? 'nav.member_center' : 'home.start')}
      <PlainIcon name="arrow" size={18} />
    </Link>
  )
}
