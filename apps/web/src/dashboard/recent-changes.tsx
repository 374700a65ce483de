import { adminListAudit } from '@portico/contract/audit-admin'
import { useQuery } from '@tanstack/react-query'
import { list } from '../api/query.ts'
import { actionText } from '../audit/act-text.ts'
import { Actor } from '../audit/actor.tsx'
import { EntityLink } from '../audit/entity-link.tsx'
import { useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { shiftDay } from '../ui/format/calendar.ts'
import { TimeAgo } from '../ui/format/time-ago.tsx'
import { useToday } from '../ui/format/use-today.ts'
import { PathLink } from '../ui/path-link.tsx'
import styles from './overview.module.css'

const SHOWN = 5

/** What staff changed since yesterday: who, what and when. */
export function RecentChanges() {
  const t = useT()
  const from = shiftDay(useToday(), -1)
  const { data } = useQuery({
    ...list(adminListAudit, { query: { kind: 'staff', from, page_size: SHOWN } }, { background: true }),
    refetchInterval: 60_000,
  })
  if (!data) return null
  const all = <PathLink to={`/admin/log?kind=staff&from=${from}`}>{t('changes.all')}</PathLink>
  return (
    <Card title={t('changes.title')} aside={data.items.length > 0 && all}>
      {data.items.length === 0 && <p className="quiet">{t('changes.none')}</p>}
      <ul className={`${styles['few']} ${styles['changes']}`}>
        {data.items.map((entry) => (
          <li key={entry.id}>
            <div>
              <PathLink to={`/admin/log?kind=staff&from=${from}&act=${entry.id}`}>{actionText(entry.action)}</PathLink>
              <EntityLink entry={entry} plain />
            </div>
            <span>
              <Actor entry={entry} plain />
              <br />
              <TimeAgo value={entry.at} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
