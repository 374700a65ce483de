import { adminNodeOnline, type AdminNode, type OnlineMember } from '@portico/contract/nodes-admin'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMay } from '../../api/may.ts'
import { get } from '../../api/query.ts'
import { useT } from '../../i18n.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { formatNumber } from '../../ui/format/format-number.ts'
import { PageLoading } from '../../ui/page-loading.tsx'
import { PathLink } from '../../ui/path-link.tsx'
import { EndNow } from './end-now.tsx'
import styles from './activity.module.css'

const EVERY_MS = 30_000

/** Who is connected through a node. Only staff who may read members see who they are and where. */
export function OnlineMembers({ node }: { node: AdminNode }) {
  const t = useT()
  const may = useMay()
  const query = useQuery({ ...get(adminNodeOnline, { params: { id: node.id } }, { background: true }), refetchInterval: EVERY_MS })
  const { data, error } = query
  if (error && !data) return <ErrorState error={error} onRetry={query.refetch} />
  if (!data) return <PageLoading />
  const { items, total } = data
  return (
    <section>
      <h3>{t('node_manage.online_members', { n: total })}</h3>
      {total === 0 && <p className="quiet">{t(node.online_users > 0 ? 'node_manage.online_unnamed' : 'node_manage.online_nobody')}</p>}
      {total > 0 && !may('members.read') && <p className="quiet small">{t('node_manage.online_hidden')}</p>}
      <ul className={styles['online']}>
        {items.map((one) => (
          <Row key={one.account_id} member={one} shown={may('members.read')}>
            {may('nodes.write') && <EndNow node={node} member={one} all={items} />}
          </Row>
        ))}
      </ul>
      {total > items.length && <p className="quiet small">{t('node_manage.online_more', { n: total - items.length })}</p>}
    </section>
  )
}

interface RowProps {
  member: OnlineMember
  shown: boolean
  children: ReactNode
}

function Row({ member: { account_id: id, label, ips }, shown, children }: RowProps) {
  const t = useT()
  if (!shown)
    return (
      <li>
        <span>{label}</span>
        <small>{t('node_manage.online_addresses', { n: ips.length })}</small>
      </li>
    )
  return (
    <li>
      <PathLink to={`/admin/user/${id}`}>{label}</PathLink>
      <small title={ips.join('\n')}>
        {ips.slice(0, 2).join(t('node_manage.comma'))}
        {ips.length > 2 && ` +${formatNumber(ips.length - 2)}`}
      </small>
      {children}
    </li>
  )
}
