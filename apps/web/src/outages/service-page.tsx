import { getServiceStatus, type Location, type ServiceStatus } from '@portico/contract/outages'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { get, queryClient } from '../api/query.ts'
import { useSite, useZone } from '../api/site.ts'
import { loadMessages, useT } from '../i18n.ts'
import { formatDateTime } from '../ui/format/format-time.ts'
import { buttonClass } from '../ui/plain/button.ts'
import { LoadFailed, Loading, PublicFrame } from '../ui/plain/public-frame.tsx'
import { DayBars } from './day-bars.tsx'
import styles from './service-page.module.css'

export const Route = createFileRoute('/_public/service')({
  // These texts are not part of what every visitor loads.
  loader: () => loadMessages('service'),
  component: ServicePage,
  staticData: { title: 'title.service' },
})

function ServicePage() {
  const t = useT()
  const status = get(getServiceStatus, {}, { background: true })
  const { data, isPending, isError, refetch } = useQuery({ ...status, refetchInterval: 30_000 }, queryClient)
  return (
    <PublicFrame narrow title={t('title.service')} text={t('service.text')}>
      {isPending && <Loading />}
      {isError && !data && <LoadFailed title={t('service.failed')} onRetry={refetch} />}
      {data && <Overall status={data} />}
      {data && data.locations.length > 0 && <Locations locations={data.locations} />}
      {data && data.locations.length > 0 && <Incidents incidents={data.incidents} />}
      <Contact />
    </PublicFrame>
  )
}

function Overall({ status }: { status: ServiceStatus }) {
  const t = useT()
  const zone = useZone()
  const troubled = status.locations.filter((place) => place.status === 'down' || place.status === 'partly').length
  const isEmpty = status.locations.length === 0
  const title = isEmpty ? t('service.none') : troubled === 0 ? t('service.all_up') : t('service.some_down', { n: troubled })
  return (
    <div className={styles['overall']} data-status={isEmpty ? 'maintenance' : troubled === 0 ? 'up' : 'partly'} role="status">
      <h2>{title}</h2>
      <p>{t('service.checked', { time: formatDateTime(status.checked_at, zone) })}</p>
    </div>
  )
}

function Locations({ locations }: { locations: Location[] }) {
  const t = useT()
  return (
    <section className={styles['card']}>
      <h2>{t('service.locations')}</h2>
      <ul>
        {locations.map((place) => (
          <li key={place.name}>
            <div className={styles['head']}>
              <h3>{place.name}</h3>
              <span className={styles['status']} data-status={place.status}>
                {t(`service.${place.status}`)}
              </span>
              <span className={styles['uptime']}>{t('service.uptime', { percent: (place.uptime / 100).toFixed(2) })}</span>
            </div>
            <DayBars place={place} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Incidents({ incidents }: Pick<ServiceStatus, 'incidents'>) {
  const t = useT()
  const zone = useZone()
  return (
    <section className={styles['card']}>
      <h2>{t('service.incidents')}</h2>
      {incidents.length === 0 && <p className={styles['quiet']}>{t('service.no_incidents')}</p>}
      <ul>
        {incidents.map(({ location, began_at: began, ended_at: ended }, i) => {
          const from = formatDateTime(began, zone)
          return (
            // Two nodes in one location may fail at the same moment.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={`${location} ${began} ${i}`} className={styles['incident']}>
              <h3>{location}</h3>
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
  const email = useSite()?.email
  if (!email) return null
  return (
    <section className={styles['card']}>
      <h2>{t('service.contact')}</h2>
      <p className={styles['quiet']}>{t('service.contact_text')}</p>
      <a className={buttonClass('outline')} href={`mailto:${email}`}>
        {email}
      </a>
    </section>
  )
}
