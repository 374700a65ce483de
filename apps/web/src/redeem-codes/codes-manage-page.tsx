import { Tabs } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { useT } from '../i18n.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { choice, usePageSearch } from '../ui/page-search.ts'
import { BatchesTab } from './batches-tab.tsx'
import { CodesTab } from './codes-tab.tsx'
import { TemplatesTab } from './templates-tab.tsx'
import { UsesTab } from './uses-tab.tsx'
import { fadeEdges } from '../ui/sections/fade-edges.ts'

export const Route = createFileRoute('/_signed-in/_console/admin/vipcard')({
  component: CodesManagePage,
  staticData: { title: 'title.vipcard' },
})

const TABS = ['templates', 'batches', 'codes', 'uses'] as const
const Search = z.object({ tab: choice(TABS) })

function CodesManagePage() {
  const t = useT()
  const [search, change] = usePageSearch(Search)
  const tab = search.tab ?? 'templates'
  // Each tab has its own filters. Those of another tab would be confusing.
  const open = (next: string | null): void =>
    change({ tab: next ?? undefined, q: undefined, template: undefined, batch: undefined, status: undefined } as {
      tab: string | undefined
    })
  return (
    <>
      <PageHeader title={t('title.vipcard')} text={t('codes_manage.text')} />
      <Tabs value={tab} onChange={open} keepMounted={false}>
        <Tabs.List ref={fadeEdges} mb="lg" aria-label={t('title.vipcard')}>
          {TABS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`codes_manage.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="templates">
          <TemplatesTab />
        </Tabs.Panel>
        <Tabs.Panel value="batches">
          <BatchesTab />
        </Tabs.Panel>
        <Tabs.Panel value="codes">
          <CodesTab />
        </Tabs.Panel>
        <Tabs.Panel value="uses">
          <UsesTab />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
