import { adminOldPanelCalls, type OldPanelCall } from '@portico/contract/old-panel-admin'
import { useQuery } from '@tanstack/react-query'
import { useMay } from '../../api/may.ts'
import { list } from '../../api/query.ts'
import { useT } from '../../i18n.ts'
import { TimeAgo } from '../../ui/format/time-ago.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'

const EVERY_MS = 30_000

/** Below the settings for moving: node programs that still use the old panel's token. */
export function OldPanelCalls() {
  const may = useMay()
  return may('nodes.read') ? <Calls /> : null
}

function Calls() {
  const t = useT()
  const query = useQuery({ ...list(adminOldPanelCalls, {}), refetchInterval: EVERY_MS })
  return (
    <DataTable
      label={t('old_panel.calls')}
      query={query}
      columns={[
        { header: t('old_panel.name'), render: ({ type, code }) => <code>{type === '' ? code : `${type}/${code}`}</code>, at: 'who' },
        { header: t('old_panel.node'), render: (call) => <Node call={call} />, at: 'what' },
        { header: t('old_panel.from'), render: ({ network }) => network, lesser: true },
        { header: t('old_panel.answered'), render: ({ answered_at: at }) => (at ? <TimeAgo value={at} /> : '–') },
        { header: t('old_panel.refused'), render: ({ refused_at: at }) => (at ? <TimeAgo value={at} /> : '–') },
      ]}
      rowKey={({ type, code }) => `${type} ${code}`}
      empty={{ title: t('old_panel.none'), text: t('old_panel.none_text') }}
    />
  )
}

function Node({ call: { node_id: id, node_name: name } }: { call: OldPanelCall }) {
  const t = useT()
  if (id === null) return <StatusBadge tone="warn" label={t('old_panel.unknown')} />
  return `${name ?? ''} (#${id})`
}
