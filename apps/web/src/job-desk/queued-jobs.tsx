import { Menu } from '@mantine/core'
import {
  adminCountFailedJobs,
  adminDropJob,
  adminListJobs,
  adminRetryJob,
  JobState,
  type QueuedJob,
} from '@portico/contract/job-desk-admin'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { call } from '../api/call.ts'
import { useMay } from '../api/may.ts'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { confirm } from '../ui/confirm.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FilterBar } from '../ui/table/filter-bar.tsx'
import { FilterChip } from '../ui/table/filter-chip.tsx'
import { isEmptyList, NothingFits } from '../ui/table/nothing-fits.tsx'
import { RowMenu } from '../ui/table/row-actions.tsx'
import { Folded } from '../ui/format/folded.tsx'
import { choice, pageNumber, text, usePageSearch } from '../ui/page-search.ts'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'
import { useSave } from '../ui/use-save.ts'
import { JobName } from './job-name.tsx'
import { jobText } from './job-text.ts'
import styles from './job-desk.module.css'

const Search = z.object({ page: pageNumber, state: choice(JobState.options), name: text })
const TONES: Record<JobState, Tone> = { waiting: 'quiet', running: 'busy', retrying: 'warn', failed: 'bad' }
const EVERY_MS = 5000

/** Jobs in the queue, and failed ones. */
export function QueuedJobs() {
  const t = useT()
  const may = useMay()
  const [{ page, state, name }, change] = usePageSearch(Search)
  const query = useQuery({
    ...get(adminListJobs, { query: { page, state, name } }, { background: true }),
    placeholderData: keepPreviousData,
    refetchInterval: EVERY_MS,
  })
  const names = query.data?.names ?? []
  const filtered = state !== undefined || name !== undefined
  const reset = (): void => change({ state: undefined, name: undefined })
  const columns: Column<QueuedJob>[] = [
    { header: t('job.name'), render: (row) => <Name row={row} />, at: 'who' },
    { header: t('job.state'), render: (row) => <StatusBadge tone={TONES[row.state]} label={t(`job.state_${row.state}`)} />, at: 'state' },
    {
      header: t('job.tries'),
      render: (row) => <span className={styles['figure']}>{`${row.tries} / ${row.max_tries}`}</span>,
      align: 'right',
      at: 'much',
    },
    { header: t('job.due'), render: (row) => (row.state === 'failed' ? '–' : <DateTime value={row.at} part="second" />), at: 'what' },
    { header: t('job.error'), render: (row) => (row.error === null ? '–' : <Folded text={row.error} />), wrap: true },
    ...(may('jobs.write') ? [{ header: t('table.actions'), actions: true, render: (row: QueuedJob) => <Actions row={row} /> }] : []),
  ]
  return (
    <>
      <h2 className={styles['title']}>{t('job.queue')}</h2>
      <FilterBar hidden={isEmptyList(query, filtered)} active={filtered} onClear={reset}>
        <FilterChip
          label={t('job.state')}
          choices={JobState.options.map((value) => ({ value, label: t(`job.state_${value}`) }))}
          value={state}
          onChange={(value) => change({ state: value })}
        />
        <FilterChip
          label={t('job.name')}
          choices={names.map((value) => ({ value, label: jobText(value) }))}
          value={name}
          onChange={(value) => change({ name: value })}
        />
      </FilterBar>
      <DataTable
        label={t('job.queue')}
        query={query}
        columns={columns}
        rowKey={(row) => row.id}
        page={page}
        onPage={(next) => change({ page: next })}
        empty={filtered ? <NothingFits onClear={reset} /> : <EmptyState title={t('job.empty')} text={t('job.empty_text')} drawing="done" />}
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
  const drop = useSave({ send: () => call(adminDropJob, { params }), done: t('job.dropped'), changes })
  const askDrop = async (): Promise<void> => {
    const question = { title: t('job.drop_title', { name: jobText(row.name) }), text: t('job.drop_text') }
    if (await confirm({ ...question, confirm: t('job.drop'), danger: true })) drop.mutate()
  }
  if (row.state === 'running') return null
  return (
    <RowMenu name={jobText(row.name)} busy={retry.isPending || drop.isPending}>
      <Menu.Item onClick={() => retry.mutate()}>{t('job.retry')}</Menu.Item>
      <Menu.Item color="var(--bad-text)" onClick={() => void askDrop()}>
        {t('job.drop')}
      </Menu.Item>
    </RowMenu>
  )
}
