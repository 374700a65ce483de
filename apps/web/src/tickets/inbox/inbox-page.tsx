import { Tabs } from '@mantine/core'
import { adminTicketCounts } from '@portico/contract/ticket-inbox-admin'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { get, prefetch } from '../../api/query.ts'
import { useT } from '../../i18n.ts'
import { lazyPart } from '../../ui/lazy/lazy-part.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PageLoading } from '../../ui/page-loading.tsx'
import { usePageSearch } from '../../ui/page-search.ts'
import { Inbox } from './inbox.tsx'
import { InboxSearch, ticketsOf } from './inbox-search.ts'
import styles from './inbox.module.css'
import { fadeEdges } from '../../ui/sections/fade-edges.ts'

const CannedPanel = lazyPart(async () => (await import('../../canned-replies/canned-panel.tsx')).CannedPanel)
const FiguresPanel = lazyPart(async () => (await import('./figures/figures-panel.tsx')).FiguresPanel)

export const Route = createFileRoute('/_signed-in/_console/admin/ticket')({
  loader: ({ location }) => prefetch(ticketsOf(InboxSearch.parse(location.search)), get(adminTicketCounts, {})),
  component: InboxPage,
  staticData: { title: 'title.admin_tickets' },
})

const TABS = ['inbox', 'canned', 'figures'] as const

function InboxPage() {
  const t = useT()
  const navigate = useNavigate()
  const [search, change] = usePageSearch(InboxSearch)
  // The tabs do not share their filters.
  const open = (tab: string | null): void => void navigate({ to: '.', search: (tab === 'inbox' ? {} : { tab }) as never, replace: true })
  return (
    <div className={styles['page']} data-reading={(search.tab === undefined && search.ticket !== undefined) || undefined}>
      <PageHeader title={t('title.admin_tickets')} />
      <Tabs value={search.tab ?? 'inbox'} onChange={open} keepMounted={false}>
        <Tabs.List ref={fadeEdges} mb="md" aria-label={t('title.admin_tickets')}>
          {TABS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(name === 'canned' ? 'canned.tab' : `ticket_inbox.tab_${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="inbox">
          <Inbox search={search} change={change} />
        </Tabs.Panel>
        <Tabs.Panel value="canned">
          <Suspense fallback={<PageLoading />}>
            <CannedPanel />
          </Suspense>
        </Tabs.Panel>
        <Tabs.Panel value="figures">
          <Suspense fallback={<PageLoading />}>
            <FiguresPanel />
          </Suspense>
        </Tabs.Panel>
      </Tabs>
    </div>
  )
}
