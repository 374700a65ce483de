import { adminListNodes, type AdminNode, adminSortNodes } from '@portico/contract/nodes-admin'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { Banner } from '../ui/banner.tsx'
import { listOf } from '../ui/list/list-of.ts'
import { useEditing } from '../ui/list/use-editing.tsx'
import type { ListAt } from '../ui/list/use-list.tsx'
import { useMoving } from '../ui/list/use-moving.tsx'
import { HeaderActions } from '../ui/page-header.tsx'
import { ColumnsMenu } from '../ui/table/columns-menu.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { TableTotals } from '../ui/table/table-totals.tsx'
import { useColumns } from '../ui/table/use-columns.ts'
import { usePicking } from '../ui/table/use-picking.ts'
import { NodeActions } from './node-actions.tsx'
import { nodeColumns } from './node-columns.tsx'
import type { ShownSecret } from './node-connection.tsx'
import { NodeDrawer } from './node-drawer.tsx'
import { NodeSecret } from './node-secret.tsx'
import { NodesBulk } from './nodes-bulk.tsx'
import styles from './nodes-manage.module.css'

export const nodesList = listOf(adminListNodes, { refetchInterval: 30_000 })

/** All nodes in the order in which clients list them, with their last report. A banner above them names those that are down. */
export function NodesTab({ list }: { list: ListAt<typeof adminListNodes> }) {
  const t = useT()
  const editing = useEditing<AdminNode, AdminNode>(list, 'nodes.write', 'nodes.secret')
  const moving = useMoving(list, (ids) => call(adminSortNodes, { body: { ids } }))
  const { picking, picked } = usePicking(list.table, (node) => node.shown_name)
  const [secret, setSecret] = useState<ShownSecret | null>(null)
  const nodes = list.query.data?.items ?? []
  // A node that never connected is not set up yet. An entrance is down if its parent is, so it is not listed.
  const down = nodes.filter((node) => node.offline_since !== null && node.last_pull_at !== null && node.parent_id === null)
  const names = down.map((node) => node.shown_name).join(t('node_manage.comma'))
  const create = editing.button(t('node_manage.create'))
  const columns = useColumns<AdminNode>('nodes', nodeColumns(), {
    header: t('table.actions'),
    actions: true,
    render: (node) => (
      <NodeActions node={node} onEdit={() => editing.open(node)} onCopy={() => editing.create(node)} onSecret={setSecret}>
        {moving.items(node)}
      </NodeActions>
    ),
  })
  return (
    <>
      {down.length > 0 && (
        <div className={styles['down']}>
          <Banner tone="bad" title={t('node_manage.are_down', { n: down.length })}>
            {t('node_manage.are_down_text', { names })}
          </Banner>
        </div>
      )}
      <HeaderActions>{!list.isEmpty && create}</HeaderActions>
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
        {...list.table}
        {...editing.table}
        columns={editing.may ? [moving.handle(t('node_manage.order')), ...columns.shown] : columns.shown}
        picking={editing.may ? picking : undefined}
        empty={{ title: t('node_manage.empty'), text: t('node_manage.empty_text'), drawing: 'start', children: create }}
      />
      <NodesBulk picked={picked} />
      {editing.draw((edited) => (
        <NodeDrawer onSecret={setSecret} {...edited} />
      ))}
      {secret && <NodeSecret shown={secret} onClose={() => setSecret(null)} />}
    </>
  )
}
