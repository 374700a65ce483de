import { Progress } from '@mantine/core'
import { adminMovingAfter } from '@portico/contract/moving-admin'
import { useQuery } from '@tanstack/react-query'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { PageLoading } from '../ui/page-loading.tsx'
import { PathLink } from '../ui/path-link.tsx'
import styles from './moving.module.css'

const EVERY_MS = 10_000

/** Members and nodes as they arrive, while the page is open. */
export function Arrivals() {
  const t = useT()
  const query = useQuery({ ...get(adminMovingAfter, {}, { background: true }), refetchInterval: EVERY_MS })
  const { data } = query
  if (query.error && !data) return <ErrorState error={query.error} onRetry={query.refetch} />
  if (!data) return <PageLoading />
  const { links, nodes, passwords, tickets } = data
  const opened = tickets.reduce((sum, { total }) => sum + total, 0)
  return (
    <dl className={styles['after']}>
      <Arrival name={t('moving.seen_links')} n={links.seen} of={links.members}>
        {t('moving.seen_today', { n: links.seen_today })}
      </Arrival>
      <Arrival name={t('moving.nodes_calling')} n={nodes.calling} of={nodes.total}>
        {t('moving.on_old_token', { n: nodes.on_old_token })}
      </Arrival>
      <Arrival name={t('moving.passwords_used')} n={passwords.used} of={passwords.members}>
        {t('moving.passwords_text')}
      </Arrival>
      <div>
        <dt>{t('moving.tickets')}</dt>
        <dd>
          <strong>{opened}</strong>
        </dd>
        {tickets.map(({ kind, total, open }) => (
          <dd key={kind} className="quiet small">
            {t('moving.tickets_of', { kind: t(`ticket_kind.${kind}`), n: total, open })}
          </dd>
        ))}
        <dd className="small">
          <PathLink to="/admin/ticket">{t('title.admin_tickets')}</PathLink>
        </dd>
      </div>
    </dl>
  )
}

function Arrival({ name, n, of, children }: { name: string; n: number; of: number; children: string }) {
  const t = useT()
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <strong>{t('moving.n_of', { n, of })}</strong>
      </dd>
      <dd>
        <Progress value={of > 0 ? (100 * n) / of : 0} aria-label={name} />
      </dd>
      <dd className="quiet small">{children}</dd>
    </div>
  )
}
