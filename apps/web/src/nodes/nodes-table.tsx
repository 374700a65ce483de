import { adminListGroups } from '@portico/contract/groups-admin'
import { adminListNodes, type AdminNode, adminSortNodes } from '@portico/contract/nodes-admin'
import { adminNodeUptime } from '@portico/contract/outages-admin'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../api/call.ts'
import { useMay } from '../api/may.ts'
import { get } from '../api/query.ts'
import { useOrder } from '../api/use-order.ts'
import { useT } from '../i18n.ts'
import { formatFixed } from '../ui/form/fixed-point.ts'
import { percentOf } from '../ui/format/percent-of.ts'
import { TimeAgo } from '../ui/format/time-ago.tsx'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'
import { ColumnsMenu } from '../ui/table/columns-menu.tsx'
import { DataTable, type ListQuery } from '../ui/table/data-table.tsx'
import { MoveHandle, MoveItems } from '../ui/table/move-buttons.tsx'
import { TableTotals } from '../ui/table/table-totals.tsx'
import { useColumns } from '../ui/table/use-columns.ts'
import { usePicking } from '../ui/table/use-picking.ts'
import { Load } from './load.tsx'
import { NodeActions } from './node-actions.tsx'
import type { ShownSecret } from './node-connection.tsx'
import { formatNumber } from '../ui/format/format-number.ts'
import styles from './nodes-manage.module.css'
import { NodesBulk } from './nodes-bulk.tsx'

interface TableProps {
  query: ListQuery<AdminNode>
  opened: number | undefined
  onEdit: (node: AdminNode) => void
  onCopy: (node: AdminNode) => void
  onSecret: (shown: ShownSecret) => void
  empty: ReactNode
}

/** All nodes in the order in which clients list them, with their last report. */
export function NodesTable({ query, opened, onEdit, onCopy, onSecret, empty }: TableProps) {
  const t = useT()
  const writes = useMay()('nodes.write')
  const nodes = query.data?.items ?? []
  const ids = nodes.map((node) => node.id)
  const sort = useOrder(adminListNodes, (order) => call(adminSortNodes, { body: { ids: order } }))
  const move = { ids, disabled: sort.isPending, onMove: sort.mutate }
  const { picking, picked } = usePicking(
    nodes,
    (node) => node.id,
    (node) => node.shown_name,
  )
  const columns = useColumns<AdminNode>(
    'nodes',
    [
      { id: 'name', header: t('node_manage.node'), render: (node) => <strong>{node.shown_name}</strong>, opens: true, at: 'who' },
      {
        id: 'protocol',
        header: t('node_manage.protocol'),
        render: (node) => t(`node_manage.protocol_${node.settings.protocol}`),
        at: 'what',
      },
      { id: 'address', header: t('node_manage.host'), render: (node) => `${node.host}:${node.port}`, off: true },
      { id: 'status', header: t('node_manage.status'), render: (node) => <Status node={node} />, at: 'state' },
      { id: 'seen', header: t('node_manage.last_report'), render: (node) => <LastReport node={node} /> },
      { id: 'uptime', header: t('node_manage.uptime_days'), render: (node) => <Uptime node={node} />, align: 'right', lesser: true },
      {
        id: 'online',
        header: t('node_manage.online'),
        render: (node) => formatNumber(node.online_users),
        align: 'right',
        at: 'much',
        named: true,
      },
      { id: 'load', header: t('machine.cpu'), render: (node) => <Load load={node.load} part="cpu" />, lesser: true },
      { id: 'memory', header: t('machine.mem'), render: (node) => <Load load={node.load} part="mem" />, lesser: true },
      { id: 'rate', header: t('node_manage.rate'), render: (node) => `×${formatFixed(node.rate, 2)}`, align: 'right', lesser: true },
      { id: 'groups', header: t('node_manage.groups'), render: (node) => <Groups ids={node.group_ids} />, lesser: true },
      { id: 'id', header: 'ID', render: (node) => node.id, align: 'right', off: true },
    ],
    {
      header: t('table.actions'),
      actions: true,
      render: (node) => (
        <NodeActions node={node} onEdit={() => onEdit(node)} onCopy={() => onCopy(node)} onSecret={onSecret}>
          <MoveItems id={node.id} {...move} />
        </NodeActions>
      ),
    },
  )
  const handle = { header: t('node_manage.order'), handle: true, render: () => <MoveHandle {...move} /> }
  return (
    <>
      {nodes.length > 0 && (
        <div className={styles['above']}>
          <TableTotals>
            <span>{t('node_manage.online_of', { n: nodes.filter((node) => node.status === 'online').length, all: nodes.length })}</span>
            <span>·</span>
            <span>{t('node_manage.members_now', { n: nodes.reduce((sum, node) => sum + node.online_users, 0) })}</span>
          </TableTotals>
          <ColumnsMenu columns={columns} />
        </div>
      )}
      <DataTable
        label={t('title.server_manage')}
        query={query}
        columns={writes ? [handle, ...columns.shown] : columns.shown}
        rowKey={(node) => node.id}
        onOpen={writes ? onEdit : undefined}
        opened={opened}
        picking={writes ? picking : undefined}
        empty={empty}
      />
      <NodesBulk picked={picked} />
    </>
  )
}

const STATUS_TONES: Record<AdminNode['status'], Tone> = { online: 'good', idle: 'warn', offline: 'quiet' }
/** Enabled nodes show their status instead. */
const STATE_TONES: Record<Exclude<AdminNode['state'], 'enabled'>, Tone> = { draining: 'warn', maintenance: 'busy', hidden: 'quiet' }

function Status({ node }: { node: AdminNode }) {
  const t = useT()
  return (
    <span className="stacked">
      {node.offline_since === null || node.last_pull_at === null ? (
        <StatusBadge tone={STATUS_TONES[node.status]} label={t(`node_manage.status_${node.status}`)} />
      ) : (
        <StatusBadge tone="bad" label={t('node_manage.down_since')} />
      )}
      {node.state !== 'enabled' && <StatusBadge tone={STATE_TONES[node.state]} label={t(`node_manage.state_${node.state}`)} />}
      {node.exhausted && <StatusBadge tone="warn" label={t('node_manage.exhausted')} />}
      {node.faults.length > 0 && <StatusBadge tone="bad" label={t('node_manage.faulty')} />}
      {node.alarms > 0 && <StatusBadge tone="bad" label={t('node_manage.alarms', { n: node.alarms })} />}
      {node.waiting_reports > 0 && <StatusBadge tone="warn" label={t('node_manage.waiting', { n: node.waiting_reports })} />}
    </span>
  )
}

function LastReport({ node }: { node: AdminNode }) {
  const t = useT()
  if (node.last_pull_at === null) return <span className="quiet">{t('node_manage.never_seen')}</span>
  return <TimeAgo value={node.last_pull_at} />
}

/** Uptime of the last 90 days; the number of outages shows on hover. */
function Uptime({ node }: { node: AdminNode }) {
  const t = useT()
  const { data } = useQuery(get(adminNodeUptime, {}, { background: true }))
  const known = node.last_pull_at === null ? undefined : data?.items.find((item) => item.node_id === node.id)
  if (!known) return '–'
  return <span title={t('node_manage.outages', { n: known.outages })}>{percentOf(known.uptime)}%</span>
}

/** The first, and how many more; their names show on hover. */
function Groups({ ids }: { ids: number[] }) {
  const t = useT()
  const { data } = useQuery(get(adminListGroups, {}))
  if (ids.length === 0) return <span className={styles['warn']}>{t('node_manage.no_group')}</span>
  const names = ids.map((id) => data?.items.find((group) => group.id === id)?.name ?? `#${id}`)
  if (names.length === 1) return names[0]
  const [first, ...others] = names
  return (
    <span title={names.join(t('node_manage.comma'))}>
      {first}{' '}
      <span className="quiet" aria-hidden>
        +{others.length}
      </span>
      <span className="visually-hidden">{t('node_manage.comma') + others.join(t('node_manage.comma'))}</span>
    </span>
  )
}
