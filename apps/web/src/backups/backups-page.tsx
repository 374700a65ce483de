import { Button } from '@mantine/core'
import { adminDownloadBackup, adminListBackups, adminStartBackup, type Backup, type BackupList } from '@portico/contract/backups-admin'
import { IconDatabaseExport, IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { call } from '../api/call.ts'
import { download } from '../api/download.ts'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { groupAddress } from '../settings/group-address.ts'
import { Banner } from '../ui/banner.tsx'
import { Figure, Figures } from '../ui/facts.tsx'
import { Bytes } from '../ui/format/bytes.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { Folded } from '../ui/format/folded.tsx'
import { formatNumber } from '../ui/format/format-number.ts'
import { TimeAgo } from '../ui/format/time-ago.tsx'
import { listOf } from '../ui/list/list-of.ts'
import { useList } from '../ui/list/use-list.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { PathLink } from '../ui/path-link.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { saveFile } from '../ui/table/save-file.ts'
import { useSave } from '../ui/use-save.ts'

const backups = listOf(adminListBackups)
const LOOK_MS = 2000

export const Route = createFileRoute('/_signed-in/_console/admin/backups')({
  loader: (route) => backups.load(route),
  component: BackupsPage,
  staticData: { title: 'title.backups' },
})

const isDrilling = ({ state, drilled_at: drilledAt, file_name: name }: Backup): boolean =>
  state === 'done' && drilledAt === null && name !== null
const isBusy = (row: Backup): boolean => row.state === 'running' || isDrilling(row)

function BackupsPage() {
  const t = useT()
  const list = useList(backups)
  const { data } = list.query
  const running = data?.items.find(isBusy)
  // A backup goes on in the background.
  useQuery({ ...get(adminListBackups, { query: list.state }, { background: true }), refetchInterval: running ? LOOK_MS : false })
  const start = useSave({ send: () => call(adminStartBackup, {}), done: t('backups.started'), changes: [adminListBackups] })
  const button = (
    <Button
      leftSection={<IconDatabaseExport size={16} aria-hidden />}
      loading={start.isPending}
      disabled={!data?.lock}
      onClick={() => start.mutate()}
    >
      {t('backups.start')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('title.backups')} text={t('backups.text')}>
        <Button variant="default" component={PathLink} to={groupAddress('backups')}>
          {t('backups.settings')}
        </Button>
        {data && !list.isEmpty && button}
      </PageHeader>
      {data && <State list={data} />}
      <DataTable
        label={t('title.backups')}
        {...list.table}
        columns={[
          { header: t('backups.made'), render: (row) => <DateTime value={row.started_at} />, at: 'who' },
          { header: t('backups.state'), render: (row) => <BackupState row={row} />, at: 'state', wrap: true },
          { header: t('backups.rows'), render: ({ rows }) => formatNumber(rows), align: 'right', lesser: true },
          {
            header: t('backups.size'),
            render: ({ state, bytes }) => (state === 'done' ? <Bytes value={bytes} /> : '–'),
            align: 'right',
            at: 'much',
          },
          { header: t('backups.drill'), render: (row) => <Drill row={row} />, at: 'what', wrap: true },
          { header: '', render: (row) => <DownloadButton row={row} />, align: 'right', at: 'lines' },
        ]}
        empty={{ title: t('backups.empty'), text: t('backups.empty_text'), drawing: 'start', children: button }}
      />
    </>
  )
}

/** Whether the site could come back, and what would be lost. */
function State({ list: { lock, last_good: good, restores } }: { list: BackupList }) {
  const t = useT()
  const [restored] = restores
  return (
    <>
      {lock === null && (
        <Banner tone="warn" title={t('backups.no_lock')} action={<PathLink to={groupAddress('backups')}>{t('backups.settings')}</PathLink>}>
          {t('backups.no_lock_text')}
        </Banner>
      )}
      {restored && (
        <Banner tone="info" title={t('backups.restored')}>
          {t('backups.restored_at')} <DateTime value={restored.restored_at} />
          {restored.made_at !== null && (
            <>
              {' · '}
              {t('backups.restored_from')} <DateTime value={restored.made_at} />
            </>
          )}
        </Banner>
      )}
      {good && (
        <Figures>
          <Figure name={t('backups.last_good')}>
            <TimeAgo value={good.started_at} />
          </Figure>
          <Figure name={t('backups.takes')}>{t('backups.seconds', { n: Math.max(1, Math.ceil(good.drill_ms / 1000)) })}</Figure>
        </Figures>
      )}
    </>
  )
}

function BackupState({ row: { state, fault, stored_at: storedAt, store_fault: storeFault } }: { row: Backup }) {
  const t = useT()
  const tone = state === 'running' ? 'busy' : state === 'done' ? 'good' : 'bad'
  return (
    <>
      <StatusBadge tone={tone} label={t(`backups.state_${state}`)} />
      {fault !== null && <Folded text={fault} />}
      {storedAt !== null && <StatusBadge tone="good" label={t('backups.stored')} />}
      {storeFault !== null && (
        <>
          <StatusBadge tone="bad" label={t('backups.not_stored')} />
          <Folded text={storeFault} />
        </>
      )}
    </>
  )
}

function Drill({ row }: { row: Backup }) {
  const t = useT()
  if (row.drilled_at === null) return isDrilling(row) ? <StatusBadge tone="busy" label={t('backups.drilling')} /> : '–'
  if (row.drill_fault === null) return <StatusBadge tone="good" label={t('backups.drill_good')} />
  return (
    <>
      <StatusBadge tone="bad" label={t('backups.drill_bad')} />
      <Folded text={row.drill_fault} />
    </>
  )
}

function DownloadButton({ row: { id, file_name: name, state } }: { row: Backup }) {
  const t = useT()
  const save = useSave({
    send: () => download(adminDownloadBackup, { params: { id } }),
    after: (file) => saveFile(name ?? '', file, 'application/octet-stream'),
  })
  if (name === null || state !== 'done') return null
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      {t('backups.download')}
    </Button>
  )
}
