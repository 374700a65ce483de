import { Button } from '@mantine/core'
import { adminListNodes, type AdminNode } from '@portico/contract/nodes-admin'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { list } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { NodeDrawer } from './node-drawer.tsx'
import { NodeSecret, type ShownSecret } from './node-secret.tsx'
import { NodesTable } from './nodes-table.tsx'

export const Route = createFileRoute('/_signed-in/_console/admin/server/manage')({
  component: NodesManagePage,
  staticData: { title: 'title.server_manage' },
})

function NodesManagePage() {
  const t = useT()
  const query = useQuery({ ...list(adminListNodes, {}), refetchInterval: 30_000 })
  const [edited, setEdited] = useState<AdminNode | 'new' | null>(null)
  const [secret, setSecret] = useState<ShownSecret | null>(null)
  const create = <Button onClick={() => setEdited('new')}>{t('node_manage.create')}</Button>
  return (
    <>
      <PageHeader title={t('title.server_manage')} text={t('node_manage.text')}>
        {create}
      </PageHeader>
      <NodesTable
        query={query}
        onEdit={setEdited}
        onSecret={setSecret}
        empty={
          <EmptyState title={t('node_manage.empty')} text={t('node_manage.empty_text')}>
            {create}
          </EmptyState>
        }
      />
      {edited && <NodeDrawer node={edited === 'new' ? null : edited} onSecret={setSecret} onClose={() => setEdited(null)} />}
      {secret && <NodeSecret shown={secret} onClose={() => setSecret(null)} />}
    </>
  )
}
