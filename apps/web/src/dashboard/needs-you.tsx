import type { Need, NeedKind } from '@portico/contract/overview-admin'
import { IconChevronRight } from '@tabler/icons-react'
import { useZone } from '../api/site.ts'
import { needPaths } from '../app/layout/needs.ts'
import { useNeeds } from '../app/layout/use-needs.ts'
import { useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { formatDateTime } from '../ui/format/format-time.ts'
import { TimeAgo } from '../ui/format/time-ago.tsx'
import { useMoney } from '../ui/format/use-money.ts'
import { PathLink } from '../ui/path-link.tsx'
import { Count, StatusBadge } from '../ui/status-badge.tsx'
import { closeGaps } from '../ui/format/close-gaps.ts'
import styles from './overview.module.css'

/** What waits for a person, each leading to the page where it is settled. `without`: what the page says elsewhere. */
export function NeedsYou({ without }: { without?: NeedKind }) {
  const t = useT()
  const { data } = useNeeds()
  if (!data) return null
  const items = data.items.filter(({ kind }) => kind !== without)
  if (items.length === 0)
    return (
      <Card title={t('needs.title')}>
        <StatusBadge tone="good" label={t('needs.nothing')} />
      </Card>
    )
  const n = items.length
  return (
    <section className={styles['needs']} aria-label={t('needs.title')}>
      <header>
        <h2>{t('needs.title')}</h2>
        <Count n={n} label={t('needs.kinds', { n })} />
      </header>
      <ul>
        {items.map((need) => (
          <li key={need.kind} data-kind={need.kind}>
            <PathLink to={needPaths[need.kind]}>
              <span>
                <strong>{titleOf(need, t)}</strong>
                <Detail need={need} currency={data.currency} />
              </span>
              <IconChevronRight size={16} aria-hidden />
            </PathLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A single node is named. */
function titleOf({ kind, count, names }: Need, t: ReturnType<typeof useT>): string {
  const [name] = names
  return kind === 'nodes_down' && count === 1 && name !== undefined ? t('needs.node_down', { name }) : t(`needs.${kind}`, { n: count })
}

function Detail({ need: { kind, count, amount, since, due, names }, currency }: { need: Need; currency: string }) {
  const t = useT()
  const money = useMoney()
  const zone = useZone()
  if (due !== null) return <small>{t('needs.due', { time: formatDateTime(due, zone) })}</small>
  if (amount !== null) return <small>{money(amount, currency)}</small>
  if (kind === 'proxy_untrusted') return <small>{t('needs.proxy_text', { address: names.join('') })}</small>
  if (kind === 'notifications_refused') return <small>{t('needs.last_day')}</small>
  if ((kind === 'nodes_down' && count > 1) || kind === 'reports_strange' || kind === 'reports_held')
    return <small>{names.join(t('node_manage.comma')) + (names.length === 3 && count > 3 ? '…' : '')}</small>
  if (since === null) return null
  return (
    <small>
      {closeGaps(`${t('needs.since')} `)}
      <TimeAgo value={since} />
    </small>
  )
}
