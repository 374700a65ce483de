import { getFooter } from '@portico/contract/footer'
import type { Location, ServiceStatus } from '@portico/contract/outages'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { get, queryClient } from '../api/query.ts'
import { useZone } from '../api/site.ts'
import { language, loadMessages, useT } from '../i18n.ts'
import { useStore } from '../store.ts'
import { knownDays } from '../ui/chart/day-stones.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { placeName } from '../ui/format/country-name.ts'
import { formatDateTime } from '../ui/format/format-time.ts'
import { percentOf } from '../ui/format/percent-of.ts'
import { buttonClass } from '../ui/plain/button.ts'
import { ChannelList } from '../ui/plain/channel-list.tsx'
import { OfficialAccount } from '../ui/plain/official-account.tsx'
import { LoadFailed, Loading, PublicFrame } from '../ui/plain/public-frame.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { DayBars, UptimeStrip } from './day-bars.tsx'
import { dataSince, type Overall, overallOf, uptimes } from './overall.ts'
import styles from './service-page.module.css'
import { toneOf } from './tone.ts'
import { historyText, lastedText, uptimeText } from './uptime-text.ts'
import { useServiceStatus } from './use-service-status.ts'

export const Route = createFileRoute('/_public/service')({
  // These texts are not part of what every visitor loads.
  loader: () => Promise.all([loadMessages('service'), loadMessages('footer')]),
  component: ServicePage,
  staticData: { title: 'title.service' },
})

function ServicePage() {
  const t = useT()
  const { data, isPending, isError, refetch } = useServiceStatus()
  const overall = data && overallOf(data.locations)
  return (
    <PublicFrame
      title={t('title.service')}
      text={t('service.text')}
      aside={data && overall && <Now overall={overall} checkedAt={data.checked_at} />}
    >
      {isPending && <Loading />}
      {isError && !data && <LoadFailed title={t('service.failed')} onRetry={refetch} />}
      {overall && (
        <>
          <Locations locations={data.locations} />
          <Incidents incidents={data.incidents} />
        </>
      )}
      {overall === null && (
        <EmptyState title={t('service.none')} text={t('service.none_text')} drawing="start">
          <Link to="/index" className={buttonClass('outline')}>
            {t('nav.home')}
          </Link>
        </EmptyState>
      )}
      <Contact />
    </PublicFrame>
  )
}

/** The answer most visitors come for. */
function Now({ overall, checkedAt }: { overall: Overall; checkedAt: string }) {
  const t = useT()
  const zone = useZone()
  return (
    <section className={styles['now']}>
      <div role="status">
        <h2>
          <span className={styles['lamp']} data-troubled={overall.troubled > 0 || undefined} aria-hidden />
          {t(overall.troubled === 0 ? 'service.all_up' : 'service.some_down', { n: overall.troubled })}
        </h2>
      </div>
      {uptimeText(overall) && <p>{uptimeText(overall)}</p>}
      <UptimeStrip days={overall.days} known={knownDays([uptimes(overall)])} label={historyText(overall, null)} />
      <p>{t('service.checked', { time: formatDateTime(checkedAt, zone) })}</p>
    </section>
  )
}

function Locations({ locations }: { locations: Location[] }) {
  const t = useT()
  const lang = useStore(language)
  const known = knownDays(locations.map(uptimes))
  return (
    <section className={styles['section']}>
      <header>
        <h2>{t('service.locations')}</h2>
        <span>{t('service.uptime_days', { n: known })}</span>
      </header>
      <ul>
        {locations.map((place, i) => (
          <li key={place.name} className={styles['place']}>
            <div>
              <h3>{placeName(place.name, lang)}</h3>
              <StatusBadge tone={toneOf(place.status)} label={t(`service.${place.status}`)} />
            </div>
            <div className={styles['days']}>
              <DayBars place={place} known={known} ends={i === locations.length - 1} />
            </div>
            {dataSince(place.days) !== 'new' && <span className={styles['uptime']}>{percentOf(place.uptime)}%</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Incidents({ incidents }: Pick<ServiceStatus, 'incidents'>) {
  const t = useT()
  const lang = useStore(language)
  const zone = useZone()
  return (
    <section className={styles['section']}>
      <h2>{t('service.incidents')}</h2>
      {incidents.length === 0 && <p>{t('service.no_incidents')}</p>}
      <ul>
        {incidents.map(({ location, began_at: began, ended_at: ended }, i) => {
          const from = formatDateTime(began, zone)
          return (
            // Two nodes in one location may fail at the same moment.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={`${location} ${began} ${i}`} className={styles['incident']}>
              <h3>
                {placeName(location, lang)}
                {ended !== null && <small>{t('service.lasted', { time: lastedText(began, ended) })}</small>}
              </h3>
              <span data-running={ended === null || undefined}>
                {ended === null ? t('service.since', { from }) : t('service.from_to', { from, to: formatDateTime(ended, zone) })}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function Contact() {
  const t = useT()
  const { data } = useQuery(get(getFooter, {}, { background: true }), queryClient)
  if (!data) return null
  const { channels, service_hours: hours, official_account: name, official_account_qr: picture } = data
  return (
    <div className={styles['contact']}>
      {channels.length > 0 && (
        <section className={styles['section']}>
          <h2>{t('service.contact')}</h2>
          <p>{t('service.contact_text')}</p>
          <ChannelList channels={channels} hours={hours} />
        </section>
      )}
      {(name || picture) && (
        <section className={styles['section']}>
          <h2>{t('service.account')}</h2>
          <OfficialAccount name={name} picture={picture} />
        </section>
      )}
    </div>
  )
}
