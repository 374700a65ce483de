import { createFileRoute } from '@tanstack/react-router'
import { useT } from '../i18n.ts'
import { OutagesTab } from '../outages/outages-tab.tsx'
import { ReportsTab } from '../report-watch/reports-tab.tsx'
import { useList } from '../ui/list/use-list.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { PageTabs } from '../ui/sections/page-tabs.tsx'
import { MachinesTab } from './machines-tab.tsx'
import { nodesList, NodesTab } from './nodes-tab.tsx'

export const Route = createFileRoute('/_signed-in/_console/admin/server/manage')({
  loader: (route) => nodesList.load(route),
  component: NodesManagePage,
  staticData: { title: 'title.server_manage' },
})

function NodesManagePage() {
  const t = useT()
  const list = useList(nodesList)
  const { items: nodes = [] } = list.query.data ?? {}
  return (
    <>
      <PageHeader title={t('title.server_manage')} text={t('node_manage.text')} />
      <PageTabs
        label={t('title.server_manage')}
        tabs={[
          { id: 'nodes', title: t('node_manage.tab_nodes'), panel: <NodesTab list={list} /> },
          { id: 'reports', title: t('node_manage.tab_reports'), panel: <ReportsTab nodes={nodes} /> },
          { id: 'outages', title: t('node_manage.tab_outages'), panel: <OutagesTab nodes={nodes} /> },
          { id: 'machines', title: t('node_manage.tab_machines'), panel: <MachinesTab nodes={nodes} /> },
        ]}
      />
    </>
  )
}
