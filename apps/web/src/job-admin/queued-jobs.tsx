import { Menu } from '@mantine/core'
import {
  adminCountFailedJobs,
  adminDropJob,
  adminListJobs,
  adminRetryJob,
  type JobState,
  type QueuedJob,
} from '@portico/contract/jobs-admin'
import { call } from '../api/call.ts'
import { useMay } from '../api/may.ts'
import { useT } from '../i18n.ts'
import { DateTime } from '../ui/format/date-time.tsx'
import { Folded } from '../ui/format/folded.tsx'
import { listOf } from '../ui/list/list-of.ts'
import { useList } from '../ui/list/use-list.tsx'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { FilterBar } from '../ui/table/filter-bar.tsx'
import { FilterChip } from '../ui/table/filter-chip.tsx'
import { RowMenu } from '../ui/table/row-actions.tsx'
import { useSave } from '../ui/use-save.ts'
import styles from './job-admin.module.css'
import { JobName } from './job-name.tsx'
import { jobText } from './job-text.ts'

const jobs = listOf(adminListJobs, { background: true, refetchInterval: 5000 })
const TONES: Record<JobState, Tone> = { waiting: 'quiet', running: 'busy', retrying: 'warn', failed: 'bad' }

/** Jobs in the queue, and failed ones. */
export function QueuedJobs() {
  const t = useT()
  const may = useMay()
  const list = useList(jobs)
  const { names = [] } = list.query.data ?? {}
  return (
    <>
      <h2 className={styles['title']}>{t('job.queue')}</h2>
      <FilterBar {...list.bar}>
        <FilterChip label={t('job.state')} {...list.choice('state', (value) => t(`job.state_${value}`))} />
        <FilterChip label={t('job.name')} choices={names.map((value) => ({ value, label: jobText(value) }))} {...list.filter('name')} />
      </FilterBar>
      <DataTable
        label={t('job.queue')}
        {...list.table}
        columns={[
          { header: t('job.name'), render: (row) => <Name row={row} />, at: 'who' },
          {
            header: t('job.state'),
            render: ({ state }) => <StatusBadge tone={TONES[state]} label={t(`job.state_${state}`)} />,
            at: 'state',
          },
          {
            header: t('job.tries'),
            render: (row) => <span className={styles['figure']}>{`${row.tries} / ${row.max_tries}`}</span>,
            align: 'right',
            at: 'much',
          },
          { header: t('job.due'), render: (row) => (row.state === 'failed' ? '–' : <DateTime value={row.at} part="second" />), at: 'what' },
          { header: t('job.error'), render: (row) => (row.error === null ? '–' : <Folded text={row.error} />), wrap: true },
          ...(may('jobs.write') ? [{ header: t('table.actions'), actions: true, render: (row: QueuedJob) => <Actions row={row} /> }] : []),
        ]}
        empty={{ title: t('job.empty'), text: t('job.empty_text'), drawing: 'done' }}
      />
    </>
  )
}

function Name({ row }: { row: QueuedJob }) {
  return (
    <span className="stacked">
      <JobName name={row.name} />
      {row.key !== null && row.key !== row.name && <small>{row.key}</small>}
    </span>
  )
}

function Actions({ row }: { row: QueuedJob }) {
  const t = useT()
  const params = { id: row.id }
  const changes = [adminListJobs, adminCountFailedJobs]
  const retry = useSave({ send: () => call(adminRetryJob, { params }), done: t('job.retried'), changes })
  const drop = useSave({
    ask: { title: t('job.drop_title', { name: jobText(row.name) }), text: t('job.drop_text'), confirm: t('job.drop'), danger: true },
    send: () => call(adminDropJob, { params }),
    done: t('job.dropped'),
    changes,
  })
  if (row.state === 'running') return null
  return (
    <RowMenu name={jobText(row.name)} busy={retry.isPending || drop.isPending}>
      <Menu.Item onClick={() => retry.mutate()}>{t('job.retry')}</Menu.Item>
      <Menu.Item color="var(--bad-text)" onClick={() => drop.mutate()}>
        {t('job.drop')}
      </Menu.Item>
    </RowMenu>
  )
}
