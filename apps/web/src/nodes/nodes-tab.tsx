import { Button } from '@mantine/core'
import type { AdminNode } from '@portico/contract/nodes-admin'
import { useState } from 'react'
import { useMay } from '../api/may.ts'
import { useT } from '../i18n.ts'
import { Allowed } from '../ui/allowed.tsx'
import { Banner } from '../ui/banner.tsx'
import { stepsOf } from '../ui/drawer/row-steps.ts'
import { HeaderActions } from '../ui/page-header.tsx'
import type { ListQuery } from '../ui/table/data-table.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { useAskedToOpen } from '../ui/page-search.ts'
import { NodeDrawer } from './node-drawer.tsx'
import type { ShownSecret } from './node-connection.tsx'
import { NodeSecret } from './node-secret.tsx'
import { NodesTable } from './nodes-table.tsx'
import styles from './nodes-manage.module.css'

/** The node to edit. null: a new node, as a copy of `like` if that is given. */
type Opened = { node: AdminNode | null; like?: AdminNode }

/** All nodes. A banner above them names those that are down. */
export function NodesTab({ query }: { query: ListQuery<AdminNode> }) {
  const t = useT()
  const [opened, setOpened] = useState<Opened | null>(null)
  const may = useMay()
  useAskedToOpen(query.data !== undefined, (what) => {
    const node = query.data?.items.find(({ id }) => String(id) === what)
    if (node && may('nodes.write')) setOpened({ node })
    else if (what === 'new' && may('nodes.secret')) setOpened({ node: null })
  })
  const [secret, setSecret] = useState<ShownSecret | null>(null)
  const steps = stepsOf(
    query.data?.items,
    (row) => row.id === opened?.node?.id,
    (node) => setOpened({ node }),
  )
  // A node that never connected is not set up yet. An entrance is down if its parent is, so it is not listed.
  const down = (query.data?.items ?? []).filter(
    (node) => node.offline_since !== null && node.last_pull_at !== null && node.parent_id === null,
  )
  const create = (
    <Allowed to="nodes.secret">
      <Button onClick={() => setOpened({ node: null })}>{t('node_manage.create')}</Button>
    </Allowed>
  )
  const names = down.map((node) => node.shown_name).join(t('node_manage.comma'))
  return (
    <>
      {down.length > 0 && (
        <div className={styles['down']}>
          <Banner tone="bad" title={t('node_manage.are_down', { n: down.length })}>
            {t('node_manage.are_down_text', { names })}
          </Banner>
        </div>
      )}
      <HeaderActions>{query.data?.items.length !== 0 && create}</HeaderActions>
      <NodesTable
        query={query}
        opened={opened?.node?.id}
        onEdit={(node) => setOpened({ node })}
        onCopy={(like) => setOpened({ node: null, like })}
        onSecret={setSecret}
        empty={
          <EmptyState title={t('node_manage.empty')} text={t('node_manage.empty_text')} drawing="start">
            {create}
          </EmptyState>
        }
      />
      {opened && <NodeDrawer key={opened.node?.id} {...opened} steps={steps} onSecret={setSecret} onClose={() => setOpened(null)} />}
      {secret && <NodeSecret shown={secret} onClose={() => setSecret(null)} />}
    </>
  )
}
