import { Badge } from '@mantine/core'
import { adminCountFailedJobs } from '@portico/contract/jobs-admin'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useMay } from '../api/may.ts'
import { get } from '../api/query.ts'
import { AuditTab } from '../audit/audit-tab.tsx'
import { useT } from '../i18n.ts'
import { formatNumber } from '../ui/format/format-number.ts'
import { lazyPart } from '../ui/lazy/lazy-part.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { PageTabs } from '../ui/sections/page-tabs.tsx'

const JobsTab = lazyPart(async () => (await import('../job-admin/jobs-tab.tsx')).JobsTab)
const ErrorsTab = lazyPart(async () => (await import('../page-errors/errors-tab.tsx')).ErrorsTab)
const RefusedTab = lazyPart(async () => (await import('../refused-notifications/refused-tab.tsx')).RefusedTab)
const SignInsTab = lazyPart(async () => (await import('../sign-ins/sign-ins-tab.tsx')).SignInsTab)

export const Route = createFileRoute('/_signed-in/_console/admin/log')({
  component: LogPage,
  staticData: { title: 'title.log' },
})

function LogPage() {
  const t = useT()
  const { data } = useQuery({ ...get(adminCountFailedJobs, {}, { background: true }), refetchInterval: 30_000 })
  const failures = (data?.queued ?? 0) + (data?.periodic ?? 0)
  // They are about members' addresses.
  const ofMembers = [
    { id: 'audit', title: t('log.tab_audit'), panel: <AuditTab /> },
    { id: 'sign_ins', title: t('log.tab_sign_ins'), panel: <SignInsTab /> },
  ]
  return (
    <>
      <PageHeader title={t('title.log')} text={t('log.text')} />
      <PageTabs
        label={t('title.log')}
        tabs={[
          ...(useMay()('members.read') ? ofMembers : []),
          { id: 'jobs', title: t('log.tab_jobs'), panel: <JobsTab />, aside: failures > 0 && <Failures n={failures} /> },
          { id: 'notifications', title: t('log.tab_notifications'), panel: <RefusedTab /> },
          { id: 'errors', title: t('log.tab_errors'), panel: <ErrorsTab /> },
        ]}
      />
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
