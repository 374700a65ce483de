import { adminListGroups } from '@portico/contract/groups-admin'
import type { AdminNode } from '@portico/contract/nodes-admin'
import { adminNodePulses } from '@portico/contract/overview-admin'
import { adminNodeUptime } from '@portico/contract/outages-admin'
import { useQuery } from '@tanstack/react-query'
import { get } from '../api/query.ts'
import { t, useT } from '../i18n.ts'
import { Bytes } from '../ui/format/bytes.tsx'
import { formatFixed } from '../ui/form/fixed-point.ts'
import { formatNumber } from '../ui/format/format-number.ts'
import { percentOf } from '../ui/format/percent-of.ts'
import { TimeAgo } from '../ui/format/time-ago.tsx'
import { TextButton } from '../ui/plain/text-button.tsx'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'
import type { ChoosableColumn } from '../ui/table/use-columns.ts'
import { Load } from './load.tsx'
import styles from './nodes-manage.module.css'

/** The columns of the list of nodes. `onActivity`: shows who is connected through one. */
export function nodeColumns(onActivity: (node: AdminNode) => void): ChoosableColumn<AdminNode>[] {
  return [
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
      render: (node) => <Online node={node} onOpen={() => onActivity(node)} />,
      align: 'right',
      at: 'much',
      named: true,
    },
    { id: 'today', header: t('node_manage.today'), render: (node) => <Today id={node.id} />, align: 'right', lesser: true },
    { id: 'load', header: t('machine.cpu'), render: (node) => <Load load={node.load} part="cpu" />, lesser: true },
    { id: 'memory', header: t('machine.mem'), render: (node) => <Load load={node.load} part="mem" />, lesser: true },
    { id: 'rate', header: t('node_manage.rate'), render: (node) => `×${formatFixed(node.rate, 2)}`, align: 'right', lesser: true },
    { id: 'groups', header: t('node_manage.groups'), render: (node) => <Groups ids={node.group_ids} />, lesser: true },
    { id: 'id', header: 'ID', render: (node) => node.id, align: 'right', off: true },
  ]
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

function Online({ node, onOpen }: { node: AdminNode; onOpen: () => void }) {
  const t = useT()
  const n = formatNumber(node.online_users)
  if (node.online_users === 0) return n
  return (
    <TextButton aria-label={`${t('node_manage.activity_of', { name: node.shown_name })}: ${n}`} onClick={onOpen}>
      {n}
    </TextButton>
  )
}

/** Raw bytes that the node carried today. */
function Today({ id }: { id: number }) {
  const { data } = useQuery(get(adminNodePulses, {}, { background: true }))
  return data ? <Bytes value={data.today.find((one) => one.id === id)?.bytes ?? 0} /> : '–'
}

/** The first group of a node, and how many more there are; their names show on hover. */
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
