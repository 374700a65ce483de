import { adminListPeriodicJobs, type PeriodicJob } from '@portico/contract/jobs-admin'
import { useQuery } from '@tanstack/react-query'
import { useZone } from '../api/site.ts'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { Folded } from '../ui/format/folded.tsx'
import { JobName } from './job-name.tsx'
import { cronText } from './job-text.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import { TimeAgo } from '../ui/format/time-ago.tsx'
import styles from './job-admin.module.css'

const EVERY_MS = 30_000

/** Scheduled jobs, each with its last run. */
export function PeriodicJobs() {
  const t = useT()
  const query = useQuery({ ...get(adminListPeriodicJobs, {}, { background: true }), refetchInterval: EVERY_MS })
  const hasFailed = query.data?.items.some((row) => row.failed_at !== null) ?? false
  const columns: Column<PeriodicJob>[] = [
    { header: t('job.name'), render: (row) => <JobName name={row.name} />, at: 'who', wrap: true },
    { header: t('job.schedule'), render: (row) => <Schedule row={row} />, lesser: true },
    { header: t('job.last_run'), render: (row) => <TimeAgo value={row.started_at} />, at: 'what' },
    {
      header: t('job.duration'),
      render: (row) => <span className={styles['figure']}>{row.duration_ms === null ? '–' : t('job.ms', { n: row.duration_ms })}</span>,
      align: 'right',
      at: 'much',
      lesser: true,
    },
    { header: t('job.result'), render: (row) => <Result row={row} />, at: 'state' },
    ...(hasFailed ? [{ header: t('job.last_failure'), render: (row: PeriodicJob) => <Failure row={row} />, wrap: true }] : []),
  ]
  return (
    <>
      <h2 className={styles['title']}>{t('job.periodic')}</h2>
      <DataTable label={t('job.periodic')} query={query} columns={columns} rowKey={(row) => row.name} />
    </>
  )
}

function Schedule({ row }: { row: PeriodicJob }) {
  const t = useT()
  const zone = useZone()
  if (row.cron !== null) return <span title={`${row.cron} (UTC)`}>{cronText(row.cron, zone)}</span>
  return row.every_ms === null ? t('job.always') : t('job.every', { n: row.every_ms / 1000 })
}

function Result({ row }: { row: PeriodicJob }) {
  const t = useT()
  if (row.cron === null && row.every_ms === null) return <StatusBadge tone="busy" label={t('job.restarted')} />
  if (row.ok === null) return <StatusBadge tone="quiet" label={t('job.never')} />
  return <StatusBadge tone={row.ok ? 'good' : 'bad'} label={t(row.ok ? 'job.ok' : 'job.state_failed')} />
}

function Failure({ row }: { row: PeriodicJob }) {
  if (row.failed_at === null) return '–'
  return (
    <span className={styles['failure']}>
      <small>
        <TimeAgo value={row.failed_at} />
      </small>
      {row.error !== null && <Folded text={row.error} />}
    </span>
  )
}
