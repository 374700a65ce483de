import { templateFormats } from '@portico/contract/formats'
import { MessageTemplate } from '@portico/contract/message-placeholders'
import type { Need, NeedKind } from '@portico/contract/overview-admin'
import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useMay } from '../api/may.ts'
import { pathOf } from '../app/layout/needs.ts'
import { useNeeds } from '../app/layout/use-needs.ts'
import { useT } from '../i18n.ts'
import { ADDRESS_SETTING } from '../nodes/call-address.ts'
import { Card } from '../ui/card.tsx'
import { TimeAgo } from '../ui/format/time-ago.tsx'
import { useDeadline } from '../ui/format/use-date.ts'
import { useMoney } from '../ui/format/use-money.ts'
import { PathLink } from '../ui/path-link.tsx'
import { Count, StatusBadge } from '../ui/status-badge.tsx'
import { useAddress } from './setup/use-address.ts'
import { closeGaps } from '../ui/format/close-gaps.ts'
import styles from './needs-you.module.css'

/** Need known only to the page: the site's address is local. */
const LOCAL = 'address_local'

const NAMED: readonly NeedKind[] = ['reports_strange', 'reports_held', 'staff_gains', 'version_newer', 'bot_refused']
/** Titles of formats and of other templates. */
const formatTitles: Record<string, { title: string }> = { ...templateFormats, pac: { title: 'PAC' } }

/** Needs, each with a link to where it is settled. `without`: those the page shows elsewhere. */
export function NeedsYou({ without = [] }: { without?: readonly (NeedKind | typeof LOCAL)[] }) {
  const t = useT()
  const may = useMay()
  const { address, isLocal } = useAddress()
  const { data } = useNeeds()
  if (!data) return null
  const items = data.items.filter(({ kind }) => !without.includes(kind))
  const saysLocal = isLocal && may('settings.security') && !without.includes(LOCAL)
  const n = items.length + (saysLocal ? 1 : 0)
  if (n === 0)
    return (
      <Card title={t('needs.title')}>
        <StatusBadge tone="good" label={t('needs.nothing')} />
      </Card>
    )
  return (
    <section className={styles['needs']} aria-label={t('needs.title')}>
      <header>
        <h2>{t('needs.title')}</h2>
        <Count n={n} label={t('needs.kinds', { n })} />
      </header>
      <ul>
        {items.map((need) => (
          <li key={need.kind} data-kind={need.kind}>
            <Way to={pathOf(need)}>
              <strong>{titleOf(need, t)}</strong>
              <Detail need={need} currency={data.currency} />
            </Way>
          </li>
        ))}
        {saysLocal && (
          <li>
            <Way to={ADDRESS_SETTING}>
              <strong>{t('needs.address_local')}</strong>
              <small>{address}</small>
            </Way>
          </li>
        )}
      </ul>
    </section>
  )
}

function Way({ to, children }: { to: string; children: ReactNode }) {
  return (
    <PathLink to={to}>
      <span>{children}</span>
      <IconChevronRight size={16} aria-hidden />
    </PathLink>
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
  const deadline = useDeadline()
  if (due !== null) return <small>{t('needs.due', { time: deadline(due) })}</small>
  if (amount !== null) return <small>{money(amount, currency)}</small>
  if (kind === 'proxy_untrusted') return <small>{t('needs.proxy_text', { address: names.join('') })}</small>
  if (kind === 'proxy_unreadable') return <small>{t('needs.proxy_sends', { address: names[0] ?? '', sent: names[1] ?? '' })}</small>
  if (kind === 'notifications_refused' || kind === 'jobs_restarted') return <small>{t('needs.last_day')}</small>
  if ((kind === 'nodes_down' && count > 1) || NAMED.includes(kind))
    return <small>{names.join(t('node_manage.comma')) + (names.length === 3 && count > 3 ? '…' : '')}</small>
  if (kind === 'texts_unsafe') {
    const templates = MessageTemplate.options.filter((one) => names.includes(one))
    return <small>{templates.map((one) => t(`messages.template_${one}`)).join(t('node_manage.comma'))}</small>
  }
  if (kind === 'templates_unsafe')
    return <small>{names.map((one) => formatTitles[one]?.title ?? t('title.pac2')).join(t('node_manage.comma'))}</small>
  if (since === null) return null
  return (
    <small>
      {closeGaps(`${t('needs.since')} `)}
      <TimeAgo value={since} />
    </small>
  )
}
