import { Badge, Tabs } from '@mantine/core'
import { adminCountFailedJobs } from '@portico/contract/job-desk-admin'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { useMay } from '../api/may.ts'
import { get } from '../api/query.ts'
import { AuditTab } from '../audit/audit-tab.tsx'
import { useT } from '../i18n.ts'
import { JobsTab } from '../job-desk/jobs-tab.tsx'
import { ErrorsTab } from '../page-errors/errors-tab.tsx'
import { RefusedTab } from '../refused-notifications/refused-tab.tsx'
import { SignInsTab } from '../sign-ins/sign-ins-tab.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { choice, usePageSearch } from '../ui/page-search.ts'
import { formatNumber } from '../ui/format/format-number.ts'
import { fadeEdges } from '../ui/sections/fade-edges.ts'

export const Route = createFileRoute('/_signed-in/_console/admin/log')({
  component: LogPage,
  staticData: { title: 'title.log' },
})

const TABS = ['audit', 'sign_ins', 'jobs', 'notifications', 'errors'] as const
const Search = z.object({ tab: choice(TABS) })

function LogPage() {
  const t = useT()
  const navigate = useNavigate()
  const may = useMay()
  // They are about members' addresses.
  const tabs = TABS.filter((name) => (name !== 'audit' && name !== 'sign_ins') || may('members.read'))
  const [{ tab: asked }] = usePageSearch(Search)
  const tab = asked !== undefined && tabs.includes(asked) ? asked : (tabs[0] ?? 'jobs')
  const { data } = useQuery({ ...get(adminCountFailedJobs, {}, { background: true }), refetchInterval: 30_000 })
  const failures = (data?.queued ?? 0) + (data?.periodic ?? 0)
  // The tabs do not share their filters.
  const open = (next: string | null): void => void navigate({ to: '.', search: { tab: next } as never, replace: true })
  return (
    <>
      <PageHeader title={t('title.log')} text={t('log.text')} />
      <Tabs value={tab} onChange={open} keepMounted={false}>
        <Tabs.List ref={fadeEdges} mb="lg" aria-label={t('title.log')}>
          {tabs.map((name) => (
            <Tabs.Tab key={name} value={name} rightSection={name === 'jobs' && failures > 0 ? <Failures n={failures} /> : null}>
              {t(`log.tab_${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="audit">
          <AuditTab />
        </Tabs.Panel>
        <Tabs.Panel value="sign_ins">
          <SignInsTab />
        </Tabs.Panel>
        <Tabs.Panel value="jobs">
          <JobsTab />
        </Tabs.Panel>
        <Tabs.Panel value="errors">
          <ErrorsTab />
        </Tabs.Panel>
        <Tabs.Panel value="notifications">
          <RefusedTab />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

function Failures({ n }: { n: number }) {
  const t = useT()
  return (
    <Badge color="red.8" size="sm" circle={n < 10} aria-label={t('log.failures', { n })}>
      {formatNumber(n)}
    </Badge>
  )
}
