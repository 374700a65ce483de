import { getServiceStatus, type Location } from '@portico/contract/outages'
import { useQuery } from '@tanstack/react-query'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { DayStones } from '../ui/chart/day-stones.tsx'
import { PathLink } from '../ui/path-link.tsx'
import styles from './location-strips.module.css'

const SHOWN = 9
const TONES = { up: 'good', partly: 'warn', down: 'bad', maintenance: 'warn' } as const

/** Where the nodes are and how they did in 90 days; those with a problem come first. Nothing before the first node. */
export function LocationStrips() {
  const t = useT()
  const { data } = useQuery({ ...get(getServiceStatus, {}, { background: true }), refetchInterval: 60_000 })
  if (!data || data.locations.length === 0) return null
  const locations = data.locations.toSorted((a, b) => Number(a.status === 'up') - Number(b.status === 'up')).slice(0, SHOWN)
  return (
    <Card title={t('location.title')} aside={<PathLink to="/user/nodes">{t('location.all')}</PathLink>}>
      <ul className={styles['places']}>
        {locations.map((place) => (
          <Place key={place.name} place={place} />
        ))}
      </ul>
    </Card>
  )
}

function Place({ place: { name, status, uptime, days } }: { place: Location }) {
  const t = useT()
  const percent = (hundredths: number): string => (hundredths / 100).toFixed(2)
  return (
    <li data-tone={TONES[status]}>
      <strong>{name}</strong>
      <span>{status === 'up' ? `${percent(uptime)}%` : t(`location.${status}`)}</span>
      <DayStones
        label={t('location.strip', { place: name, percent: percent(uptime) })}
        days={days.map(({ day, uptime: that }) => ({
          name: that === null ? t('location.no_data', { day }) : t('location.day', { day, percent: percent(that) }),
          uptime: that,
        }))}
      />
    </li>
  )
}
