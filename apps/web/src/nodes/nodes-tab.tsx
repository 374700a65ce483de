import { adminListNodes, type AdminNode, adminSortNodes, MOST_DOWN } from '@portico/contract/nodes-admin'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { Banner } from '../ui/banner.tsx'
import { lazyDialog, lazyDrawer } from '../ui/lazy/lazy-opened.tsx'
import { listOf } from '../ui/list/list-of.ts'
import { useEditing } from '../ui/list/use-editing.tsx'
import type { ListAt } from '../ui/list/use-list.tsx'
import { useOpened } from '../ui/list/use-opened.ts'
import { useMoving } from '../ui/list/use-moving.tsx'
import { HeaderActions } from '../ui/page-header.tsx'
import { ColumnsMenu } from '../ui/table/columns-menu.tsx'
import { FilterBar, SearchField } from '../ui/table/filter-bar.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { TableTotals } from '../ui/table/table-totals.tsx'
import { useColumns } from '../ui/table/use-columns.ts'
import { usePicking } from '../ui/table/use-picking.ts'
import { NodeActions } from './node-actions.tsx'
import { nodeColumns } from './node-columns.tsx'
import type { ShownSecret } from './node-connection.tsx'
import { NodesBulk } from './nodes-bulk.tsx'
import styles from './nodes-manage.module.css'

const NodeSecret = lazyDialog(async () => (await import('./node-secret.tsx')).NodeSecret)
const NodeActivity = lazyDrawer(async () => (await import('./activity/node-activity.tsx')).NodeActivity)
const NodeDrawer = lazyDrawer(async () => (await import('./node-drawer.tsx')).NodeDrawer)

export const nodesList = listOf(adminListNodes, { refetchInterval: 30_000 })

/** All nodes in the order in which clients list them, with their last report. A banner above them names those that are down. */
export function NodesTab({ list }: { list: ListAt<typeof adminListNodes> }) {
  const t = useT()
  const editing = useEditing<AdminNode, AdminNode>(list, 'nodes.write', 'nodes.secret')
  const moving = useMoving(list, (ids) => call(adminSortNodes, { body: { ids } }))
  const { picking, picked } = usePicking(list.table, (node) => node.shown_name)
  const [secret, setSecret] = useState<ShownSecret | null>(null)
  const activity = useOpened('node', list, ({ id }) => id)
  const { data } = list.query
  const names = (data?.down_names ?? []).join(t('node_manage.comma')) + ((data?.down ?? 0) > MOST_DOWN ? '…' : '')
  const create = editing.button(t('node_manage.create'))
  const columns = useColumns<AdminNode>(
    'nodes',
    nodeColumns((node) => activity.show(node.id)),
    {
      header: t('table.actions'),
      actions: true,
      render: (node) => (
        <NodeActions
          node={node}
          onEdit={() => editing.open(node)}
          onCopy={() => editing.create(node)}
          onActivity={() => activity.show(node.id)}
          onSecret={setSecret}
        >
          {moving.items(node)}
        </NodeActions>
      ),
    },
  )
  return (
    <>
      {data && data.down > 0 && (
        <div className={styles['down']}>
          <Banner tone="bad" title={t('node_manage.are_down', { n: data.down })}>
            {t('node_manage.are_down_text', { names })}
          </Banner>
        </div>
      )}
      <HeaderActions>{!list.isEmpty && create}</HeaderActions>
      {data && data.all > 0 && (
        <div className={styles['above']}>
          <TableTotals>
            <span>{t('node_manage.online_of', { n: data.online, all: data.all })}</span>
            <span>·</span>
            <span>{t('node_manage.members_now', { n: data.online_users })}</span>
          </TableTotals>
          <ColumnsMenu columns={columns} />
        </div>
      )}
      {data && (data.all > data.page_size || list.filtered) && (
        <FilterBar {...list.bar}>
          <SearchField {...list.filter('q')} label={t('node_manage.search')} />
        </FilterBar>
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
        <NodeDrawer onSecret={setSecret} names={(data?.items ?? []).map(({ name }) => name)} {...edited} />
      ))}
      {activity.row && <NodeActivity key={activity.key} node={activity.row} {...activity.drawer} />}
      {secret && <NodeSecret shown={secret} onClose={() => setSecret(null)} />}
    </>
  )
}
