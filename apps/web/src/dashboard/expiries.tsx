import { adminExpiries, type Expiry } from '@portico/contract/overview-admin'
import { IconRepeat } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { get } from '../api/query.ts'
import { useZone } from '../api/site.ts'
import { useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import type { Bar } from '../ui/chart/bar.ts'
import { BarChart } from '../ui/chart/bar-chart.tsx'
import { countScale } from '../ui/chart/scale.ts'
import { isMarked } from '../ui/chart/ticks.ts'
import { PathLink } from '../ui/path-link.tsx'
import { useMonthNames } from './month-names.ts'
import { closeGaps } from '../ui/format/close-gaps.ts'
import { formatNumber } from '../ui/format/format-number.ts'
import { formatDateTime } from '../ui/format/format-time.ts'
import styles from './overview.module.css'

/** A day stands out with this many times the mean, and at least so many plans. */
const [PEAK, LEAST] = [2, 3]

/** Plans that end in the next two weeks as a chart, and whose they are if they are few. */
export function Expiries() {
  const t = useT()
  const names = useMonthNames()
  const { data } = useQuery({ ...get(adminExpiries, {}, { background: true }), refetchInterval: 60_000 })
  if (!data) return null
  const total = data.items.reduce((sum, day) => sum + day.members, 0)
  const renewing = data.items.reduce((sum, day) => sum + day.renewing, 0)
  const mean = total / data.items.length
  const bars = data.items.map(({ day, members, renewing: own }, i): Bar => ({
    name: names.day(day),
    value: members,
    ...(isMarked(i, data.items.length) ? { tick: names.day(day) } : {}),
    ...(members >= LEAST && members >= PEAK * mean ? { kind: 'warm' as const } : {}),
    ...(own > 0 ? { more: t('expiries.renewing', { n: own }) } : {}),
  }))
  const peak = bars.filter(({ kind }) => kind === 'warm').toSorted((a, b) => b.value - a.value)[0]
  const parts = [
    t(total === 0 ? 'expiries.none' : 'expiries.total', { n: total }),
    peak && t('expiries.most', { day: peak.name, n: peak.value }),
    renewing > 0 && t('expiries.renewing_all', { n: renewing }),
  ]
  const said = closeGaps(parts.filter(Boolean).join(' '))
  return (
    <Card title={t('expiries.title')} {...(total > 0 && { aside: <ToMembers from={data.items[0]?.day} to={data.items.at(-1)?.day} /> })}>
      <p className={styles['finding']}>{said}</p>
      {total > 0 && (
        <BarChart
          label={`${t('expiries.title')}. ${said}`}
          bars={bars}
          legend={{ name: t('overview.day'), value: t('expiries.plans') }}
          scale={countScale}
          format={(n) => formatNumber(n)}
          height={84}
        />
      )}
      {data.few && <FewExpiries few={data.few} />}
    </Card>
  )
}

/** The members whose plans end on these days, where all of them can be written to at once. */
function ToMembers({ from = '', to = '' }: { from: string | undefined; to: string | undefined }) {
  return <PathLink to={`/admin/user?ends_from=${from}&ends_to=${to}&sort=expired_at`}>{useT()('expiries.members')}</PathLink>
}

function FewExpiries({ few }: { few: Expiry[] }) {
  const t = useT()
  const names = useMonthNames()
  const zone = useZone()
  return (
    <ul className={`${styles['few']} ${styles['ending']}`}>
      {few.map(({ account_id: id, email, plan_name: plan, expires_at: at, renewing }) => (
        <li key={id}>
          <PathLink to={`/admin/user/${id}`}>{email}</PathLink>
          <span>
            {renewing && <IconRepeat size={14} role="img" aria-label={t('expiries.renews')} title={t('expiries.renews')} />}
            {plan}
          </span>
          <span>
            <time dateTime={at}>{names.day(formatDateTime(at, zone, 'day'))}</time>
          </span>
        </li>
      ))}
    </ul>
  )
}
