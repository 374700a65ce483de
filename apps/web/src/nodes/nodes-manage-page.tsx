import { createFileRoute } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useT } from '../i18n.ts'
import { lazyPart } from '../ui/lazy/lazy-part.tsx'
import { useList } from '../ui/list/use-list.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { PageTabs } from '../ui/sections/page-tabs.tsx'
import { nodesList, NodesTab } from './nodes-tab.tsx'

const OutagesTab = lazyPart(async () => (await import('../outages/outages-tab.tsx')).OutagesTab)
const MachinesTab = lazyPart(async () => (await import('./machines-tab.tsx')).MachinesTab)

export const Route = createFileRoute('/_signed-in/_console/admin/server/manage')({
  loader: (route) => nodesList.load(route),
  component: NodesManagePage,
  staticData: { title: 'title.server_manage' },
})

// The tab of a noun that this one does not know.
const added = import.meta.glob<ComponentType>('../*/reports.nodes-tab.tsx', { import: 'Tab' })
const [Reports] = Object.values(added).map((load) => lazyPart(load))

function NodesManagePage() {
  const t = useT()
  const list = useList(nodesList)
  return (
    <>
      <PageHeader title={t('title.server_manage')} text={t('node_manage.text')} />
      <PageTabs
        label={t('title.server_manage')}
        tabs={[
          { id: 'nodes', title: t('node_manage.tab_nodes'), panel: <NodesTab list={list} /> },
          ...(Reports ? [{ id: 'reports', title: t('node_manage.tab_reports'), panel: <Reports /> }] : []),
          { id: 'outages', title: t('node_manage.tab_outages'), panel: <OutagesTab /> },
          { id: 'machines', title: t('node_manage.tab_machines'), panel: <MachinesTab /> },
        ]}
      />
    </>
  )
}
