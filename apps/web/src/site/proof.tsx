import { EXTENSION_PLATFORMS } from '@portico/contract/app-releases'
import type { ServiceStatus } from '@portico/contract/outages'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { queryClient } from '../api/query.ts'
import { newestReleases } from '../app-releases/newest-releases.ts'
import { language, useT } from '../i18n.ts'
import { UptimeStrip } from '../outages/day-bars.tsx'
import { knownDays, NoDataLegend } from '../ui/chart/day-stones.tsx'
import { useStore } from '../store.ts'
import { placeName } from '../ui/format/country-name.ts'
import { percentOf } from '../ui/format/percent-of.ts'
import { dataSince, overallOf, uptimes } from '../outages/overall.ts'
import { toneOf } from '../outages/tone.ts'
import { dayName, historyText } from '../outages/uptime-text.ts'
import { useServiceStatus } from '../outages/use-service-status.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import styles from './proof.module.css'
import { SiteIcon, type SiteIconName } from './site-icons.tsx'

/** Every system has an app that imports the subscription link. */
const SYSTEMS: [string, SiteIconName][] = [
  ['Windows', 'computer'],
  ['macOS', 'computer'],
  ['Linux', 'terminal'],
  ['iOS', 'phone'],
  ['Android', 'phone'],
]

/** Checkable facts: uptime, locations, systems. Without locations only systems. */
export function Proof() {
  const t = useT()
  const { data } = useServiceStatus()
  return (
    <section className={styles['proof']} aria-label={t('home.proof')}>
      <div className={`${styles['inner']} wrap`}>
        {data && <Measured locations={data.locations} />}
        <Systems />
      </div>
    </section>
  )
}

function Measured({ locations }: Pick<ServiceStatus, 'locations'>) {
  const t = useT()
  const lang = useStore(language)
  const overall = overallOf(locations)
  if (!overall) return null
  const since = dataSince(overall.days)
  const known = knownDays([uptimes(overall)])
  return (
    <>
      {/* The arch above shows the same; on phones it has no figures. */}
      <ul className={styles['places']} aria-label={t('service.locations')}>
        {locations.map((place) => (
          <li key={place.name}>
            <StatusBadge tone={toneOf(place.status)} label={placeName(place.name, lang)} />
            <span className={styles['state']}>
              {place.status === 'up' ? (
                <>
                  <span className="visually-hidden">{t('service.up')} </span>
                  {dataSince(place.days) !== 'new' && `${percentOf(place.uptime)}%`}
                </>
              ) : (
                t(`service.short_${place.status}`)
              )}
            </span>
          </li>
        ))}
      </ul>
      <div className={styles['fact']}>
        <div className={styles['figures']}>
          {since !== 'new' && (
            <div>
              <strong>{percentOf(overall.uptime)}%</strong>
              <p>{since === 'all' ? t('home.uptime') : t('home.uptime_since', { day: dayName(since.day) })}</p>
            </div>
          )}
          <div>
            <strong>{t('home.up_of', { up: overall.up, all: locations.length })}</strong>
            <p>{t(overall.up === locations.length ? 'home.all_up' : 'home.up_now')}</p>
          </div>
        </div>
        {since !== 'new' && (
          <>
            <UptimeStrip days={overall.days} known={known} label={historyText(overall, null)} />
            <NoDataLegend days={overall.days.slice(-known)} text={t('service.grey')} />
          </>
        )}
        <Link to="/service">{t('home.see_status')}</Link>
      </div>
    </>
  )
}

function Systems() {
  const t = useT()
  const { data } = useQuery(newestReleases, queryClient)
  const hasExtension = data?.items.some(({ platform }) => EXTENSION_PLATFORMS.some((one) => one === platform)) ?? false
  return (
    <div className={styles['fact']}>
      <strong>{t('home.systems')}</strong>
      <p>{t(hasExtension ? 'home.systems_or_browser' : 'home.systems_text')}</p>
      <ul className={styles['systems']}>
        {SYSTEMS.map(([name, icon]) => (
          <li key={name}>
            <SiteIcon name={icon} />
            {name}
          </li>
        ))}
        {hasExtension && (
          <li>
            <SiteIcon name="browser" />
            <Link to="/extension">{t('home.browser')}</Link>
          </li>
        )}
      </ul>
    </div>
  )
}
