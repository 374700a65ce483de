import { fetchServers } from '@portico/contract/nodes'
import { getServiceStatus, type Location } from '@portico/contract/outages'
import { useQuery } from '@tanstack/react-query'
import { get } from '../api/query.ts'
import { language, useT } from '../i18n.ts'
import { useStore } from '../store.ts'
import { Card } from '../ui/card.tsx'
import { DayStones, knownDays, NoDataLegend } from '../ui/chart/day-stones.tsx'
import { placeName } from '../ui/format/country-name.ts'
import { percentOf } from '../ui/format/percent-of.ts'
import { PathLink } from '../ui/path-link.tsx'
import { uptimes } from './overall.ts'
import styles from './location-strips.module.css'

const SHOWN = 10
const TONES = { up: 'good', partly: 'warn', down: 'bad', maintenance: 'warn' } as const

/** Where the nodes of the member's plan are and how they did lately; those with a problem come first. */
export function LocationStrips() {
  const t = useT()
  const { data } = useQuery({ ...get(getServiceStatus, {}, { background: true }), refetchInterval: 60_000 })
  const { data: nodes } = useQuery(get(fetchServers, { query: { page_size: 1 } }, { background: true }))
  if (!data || !nodes) return null
  // Without a plan, all of them.
  const own = new Set(nodes.locations)
  const places = own.size === 0 ? data.locations : data.locations.filter(({ name }) => own.has(name))
  if (places.length === 0) return null
  const first = places.toSorted((a, b) => Number(a.status === 'up') - Number(b.status === 'up')).slice(0, SHOWN)
  const known = knownDays(first.map(uptimes))
  const locations = first.map((place) => ({ ...place, days: place.days.slice(-known) }))
  return (
    <Card title={t('location.title')} aside={<PathLink to="/user/nodes">{t('location.all')}</PathLink>}>
      <ul className={styles['places']}>
        {locations.map((place) => (
          <Place key={place.name} place={place} />
        ))}
      </ul>
      <p className={styles['legend']}>
        <span>
          {t('location.days_ago', { n: known })} → {t('location.now')}
        </span>
        <NoDataLegend days={locations.flatMap(({ days }) => days)} text={t('location.grey')} />
      </p>
    </Card>
  )
}

function Place({ place }: { place: Location }) {
  const t = useT()
  const { name, status, uptime } = place
  return (
    <li data-tone={TONES[status]}>
      <strong>{placeName(name, useStore(language))}</strong>
      <span>{status === 'up' ? `${percentOf(uptime)}%` : t(`location.${status}`)}</span>
      <PlaceStones place={place} />
    </li>
  )
}

/** The days of a location that are given, one stone each. */
export function PlaceStones({ place: { name, uptime, days } }: { place: Location }) {
  const t = useT()
  const place = placeName(name, useStore(language))
  return (
    <DayStones
      label={t('location.strip', { place, percent: percentOf(uptime) })}
      days={days.map(({ day, uptime: that }) => ({
        name: that === null ? t('location.no_data', { day }) : t('location.day', { day, percent: percentOf(that) }),
        uptime: that,
      }))}
    />
  )
}
