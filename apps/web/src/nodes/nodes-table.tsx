import { Checkbox } from '@mantine/core'
import { adminNodeUptime } from '@portico/contract/outages-admin'
import { adminListGroups } from '@portico/contract/groups-admin'
import { adminListNodes, type AdminNode, adminSortNodes } from '@portico/contract/nodes-admin'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call } from '../api/call.ts'
import { useMay } from '../api/may.ts'
import { get } from '../api/query.ts'
import { useOrder } from '../api/use-order.ts'
import { useT } from '../i18n.ts'
import { Allowed } from '../ui/allowed.tsx'
import { type Column, DataTable, type ListQuery } from '../ui/table/data-table.tsx'
import { formatFixed } from '../ui/form/fixed-point.ts'
import { MoveButtons } from '../ui/table/move-buttons.tsx'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'
import { TimeAgo } from '../ui/format/time-ago.tsx'
import { Load } from './load.tsx'
import { NodeActions } from './node-actions.tsx'
import type { ShownSecret } from './node-connection.tsx'
import { NodesStateBar } from './nodes-state-bar.tsx'
import styles from './nodes-manage.module.css'

interface TableProps {
  query: ListQuery<AdminNode>
  onEdit: (node: AdminNode) => void
  onCopy: (node: AdminNode) => void
  onSecret: (shown: ShownSecret) => void
  empty: ReactNode
}

/** All nodes in the order in which clients list them, with their last report. */
export function NodesTable({ query, onEdit, onCopy, onSecret, empty }: TableProps) {
  const t = useT()
  const may = useMay()
  const [chosen, setChosen] = useState<number[]>([])
  const nodes = query.data?.items ?? []
  const ids = nodes.map((node) => node.id)
  const sort = useOrder(adminListNodes, (order) => call(adminSortNodes, { body: { ids: order } }))
  const toggle = (id: number): void => setChosen((now) => (now.includes(id) ? now.filter((other) => other !== id) : [...now, id]))
  const columns: Column<AdminNode>[] = [
    {
      header: t('node_manage.choose'),
      render: (node) => (
        <Checkbox
          aria-label={t('node_manage.choose_this', { name: node.name })}
          checked={chosen.includes(node.id)}
          onChange={() => toggle(node.id)}
        />
      ),
    },
    { header: t('node_manage.node'), render: (node) => <Name node={node} /> },
    { header: t('node_manage.status'), render: (node) => <Status node={node} /> },
    { header: t('node_manage.online'), render: (node) => <Online node={node} />, align: 'right' },
    { header: t('node_manage.rate'), render: (node) => `×${formatFixed(node.rate, 2)}`, align: 'right' },
    { header: t('node_manage.groups'), render: (node) => <Groups ids={node.group_ids} /> },
    {
      header: t('node_manage.order'),
      render: (node) => (
        <MoveButtons id={node.id} ids={ids} name={node.name} disabled={sort.isPending || !may('nodes.write')} onMove={sort.mutate} />
      ),
    },
    {
      header: t('table.actions'),
      render: (node) => <NodeActions node={node} onEdit={() => onEdit(node)} onCopy={() => onCopy(node)} onSecret={onSecret} />,
      align: 'right',
    },
  ]
  const present = chosen.filter((id) => ids.includes(id))
  return (
    <>
      {nodes.length > 0 && (
        <Allowed to="nodes.write">
          <NodesStateBar chosen={present} all={ids} onChoose={setChosen} />
        </Allowed>
      )}
      <DataTable label={t('title.server_manage')} query={query} columns={columns} rowKey={(node) => node.id} empty={empty} />
    </>
  )
}

const STATUS_TONES: Record<AdminNode['status'], Tone> = { online: 'good', idle: 'warn', offline: 'quiet' }
/** Enabled nodes show their status instead. */
const STATE_TONES: Record<Exclude<AdminNode['state'], 'enabled'>, Tone> = { draining: 'warn', maintenance: 'busy', hidden: 'quiet' }

function Name({ node }: { node: AdminNode }) {
  const t = useT()
  return (
    <div className={styles['name']}>
      <strong>{node.name}</strong>
      <small>
        #{node.id} · {t(`node_manage.protocol_${node.settings.protocol}`)} · {node.host}:{node.port}
      </small>
    </div>
  )
}

function Status({ node }: { node: AdminNode }) {
  const t = useT()
  return (
    <div className={styles['status']}>
      {node.offline_since === null || node.last_pull_at === null ? (
        <StatusBadge tone={STATUS_TONES[node.status]} label={t(`node_manage.status_${node.status}`)} />
      ) : (
        <StatusBadge tone="bad" label={t('node_manage.down_since')} />
      )}
      {node.state !== 'enabled' && <StatusBadge tone={STATE_TONES[node.state]} label={t(`node_manage.state_${node.state}`)} />}
      {node.exhausted && <StatusBadge tone="warn" label={t('node_manage.exhausted')} />}
      <small>{node.last_pull_at === null ? t('node_manage.never_seen') : <TimeAgo value={node.last_pull_at} />}</small>
      {node.last_pull_at !== null && <Uptime id={node.id} />}
    </div>
  )
}

function Online({ node }: { node: AdminNode }) {
  return (
    <>
      {node.online_users.toLocaleString()}
      {node.load && (
        <>
          <br />
          <small>
            <Load load={node.load} />
          </small>
        </>
      )}
    </>
  )
}

/** Uptime of the last 90 days. */
function Uptime({ id }: { id: number }) {
  const t = useT()
  const { data } = useQuery(get(adminNodeUptime, {}, { background: true }))
  const known = data?.items.find((item) => item.node_id === id)
  if (!known) return null
  return (
    <>
      <small>{t('node_manage.uptime', { percent: formatFixed(known.uptime, 2) })}</small>
      {known.outages > 0 && <small>{t('node_manage.outages', { n: known.outages })}</small>}
    </>
  )
}

function Groups({ ids }: { ids: number[] }) {
  const t = useT()
  const { data } = useQuery(get(adminListGroups, {}))
  if (ids.length === 0) return <span className={styles['warn']}>{t('node_manage.no_group')}</span>
  return ids.map((id) => data?.items.find((group) => group.id === id)?.name ?? `#${id}`).join(t('node_manage.comma'))
}
