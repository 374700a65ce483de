import { Tabs } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { CommissionsTable } from '../commissions/commissions-table.tsx'
import { useT } from '../i18n.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { choice, text, usePageSearch } from '../ui/page-search.ts'
import { WithdrawalsTable } from './withdrawals-table.tsx'
import { fadeEdges } from '../ui/sections/fade-edges.ts'

export const Route = createFileRoute('/_signed-in/_console/admin/tixian')({
  component: WithdrawalsManagePage,
  staticData: { title: 'title.tixian' },
})

const TABS = ['withdrawals', 'commissions'] as const
const Search = z.object({ tab: choice(TABS), q: text, status: text, method: text, sort: text, withdrawal: text })

function WithdrawalsManagePage() {
  const t = useT()
  const [{ tab }, change] = usePageSearch(Search)
  // Each tab has its own filters. Those of the other tab would be confusing.
  const none = { q: undefined, status: undefined, method: undefined, sort: undefined, withdrawal: undefined }
  return (
    <>
      <PageHeader title={t('title.tixian')} text={t('withdrawal_manage.text')} />
      <Tabs value={tab ?? 'withdrawals'} onChange={(next) => change({ tab: next ?? undefined, ...none })} keepMounted={false}>
        <Tabs.List ref={fadeEdges} mb="lg" aria-label={t('title.tixian')}>
          {TABS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`withdrawal_manage.tab_${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="withdrawals">
          <WithdrawalsTable />
        </Tabs.Panel>
        <Tabs.Panel value="commissions">
          <CommissionsTable />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
