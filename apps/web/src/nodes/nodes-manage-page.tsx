import { Tabs } from '@mantine/core'
import { adminListNodes } from '@portico/contract/nodes-admin'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { list, prefetch } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { OutagesTab } from '../outages/outages-tab.tsx'
import { ReportsTab } from '../report-watch/reports-tab.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { choice, usePageSearch } from '../ui/page-search.ts'
import { MachinesTab } from './machines-tab.tsx'
import { NodesTab } from './nodes-tab.tsx'
import { fadeEdges } from '../ui/sections/fade-edges.ts'

const nodes = { ...list(adminListNodes, {}), refetchInterval: 30_000 }

export const Route = createFileRoute('/_signed-in/_console/admin/server/manage')({
  loader: () => prefetch(nodes),
  component: NodesManagePage,
  staticData: { title: 'title.server_manage' },
})

const TABS = ['nodes', 'reports', 'outages', 'machines'] as const
const Search = z.object({ tab: choice(TABS) })

function NodesManagePage() {
  const t = useT()
  const [search, change] = usePageSearch(Search)
  const query = useQuery(nodes)
  // The tabs do not share their filters.
  const open = (next: string | null): void =>
    change({ tab: next ?? undefined, node: undefined, undo: undefined } as { tab: string | undefined })
  return (
    <>
      <PageHeader title={t('title.server_manage')} text={t('node_manage.text')} />
      <Tabs value={search.tab ?? 'nodes'} onChange={open} keepMounted={false}>
        <Tabs.List ref={fadeEdges} mb="lg" aria-label={t('title.server_manage')}>
          {TABS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`node_manage.tab_${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="nodes">
          <NodesTab query={query} />
        </Tabs.Panel>
        <Tabs.Panel value="reports">
          <ReportsTab nodes={query.data?.items ?? []} />
        </Tabs.Panel>
        <Tabs.Panel value="outages">
          <OutagesTab nodes={query.data?.items ?? []} />
        </Tabs.Panel>
        <Tabs.Panel value="machines">
          <MachinesTab nodes={query.data?.items ?? []} />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
