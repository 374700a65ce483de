import { Menu } from '@mantine/core'
import { adminListReportAlarms, adminSettleReportAlarm, type ReportAlarm } from '@portico/contract/report-watch-admin'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { list } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { Allowed } from '../ui/allowed.tsx'
import { TimeAgo } from '../ui/format/time-ago.tsx'
import { lazyDialog } from '../ui/lazy/lazy-opened.tsx'
import { PathLink } from '../ui/path-link.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { RowMenu } from '../ui/table/row-actions.tsx'
import { AlarmValue } from './alarm-value.tsx'

const ReasonModal = lazyDialog(async () => (await import('./reason-modal.tsx')).ReasonModal)

const REFETCH_MS = 15_000

/** What is strange in the reports of nodes, until somebody settles or undoes it. */
export function AlarmsTable({ onUndo }: { onUndo: (alarm: ReportAlarm) => void }) {
  const t = useT()
  const [page, setPage] = useState(1)
  const [settled, setSettled] = useState<ReportAlarm | null>(null)
  const query = useQuery({ ...list(adminListReportAlarms, { query: { page } }), refetchInterval: REFETCH_MS })
  const columns: Column<ReportAlarm>[] = [
    { header: t('report_watch.node'), render: (row) => <strong>{row.node.name}</strong>, at: 'who' },
    { header: t('report_watch.what'), render: (row) => <What row={row} />, at: 'what', wrap: true },
    { header: t('report_watch.whose'), render: (row) => <Whose row={row} />, at: 'what' },
    { header: t('report_watch.value'), render: (row) => <AlarmValue alarm={row} />, align: 'right', at: 'much' },
    { header: t('report_watch.began'), render: (row) => <TimeAgo value={row.began_at} />, at: 'state' },
    {
      header: t('table.actions'),
      actions: true,
      render: (row) => (
        <Allowed to="nodes.write">
          <RowMenu name={row.node.name}>
            <Allowed to="nodes.secret">
              {chargesMembers(row) && <Menu.Item onClick={() => onUndo(row)}>{t('report_watch.undo')}</Menu.Item>}
            </Allowed>
            <Menu.Item onClick={() => setSettled(row)}>{t('report_watch.settle')}</Menu.Item>
          </RowMenu>
        </Allowed>
      ),
    },
  ]
  return (
    <section aria-labelledby="report-alarms">
      <h2 id="report-alarms">{t('report_watch.alarms')}</h2>
      <DataTable
        label={t('report_watch.alarms')}
        query={query}
        columns={columns}
        rowKey={(row) => row.id}
        page={page}
        onPage={setPage}
        empty={{ title: t('report_watch.no_alarms'), text: t('report_watch.no_alarms_text'), drawing: 'done' }}
      />
      {settled && (
        <ReasonModal
          title={t('report_watch.settle_title', { name: settled.node.name })}
          text={[settled.answer, t('report_watch.settle_text')].filter((text) => text !== null).join(' ')}
          submit={t('report_watch.settle')}
          done={t('report_watch.was_settled')}
          changes={[adminListReportAlarms]}
          save={(reason) => call(adminSettleReportAlarm, { params: { id: settled.id }, body: { reason } })}
          onClose={() => setSettled(null)}
        />
      )}
    </section>
  )
}

/** Whether an alarm is about charged traffic, so that it can be undone. */
function chargesMembers({ kind }: ReportAlarm): boolean {
  return kind === 'full_line' || kind === 'speed' || kind === 'tenfold' || kind === 'address'
}

function What({ row: { kind, answer } }: { row: ReportAlarm }) {
  const t = useT()
  // Answers to programs are in English.
  const more =
    kind === 'entries' || kind === 'aside' || kind === 'unreported'
      ? { text: t(`report_watch.more_${kind}`) }
      : { text: answer, lang: 'en' }
  return (
    <>
      {t(`report_watch.alarm_${kind}`)}
      {more.text !== null && (
        <div className="quiet small" lang={more.lang}>
          {more.text}
        </div>
      )}
    </>
  )
}

function Whose({ row: { member, address } }: { row: ReportAlarm }) {
  const t = useT()
  if (member) return <PathLink to={`/admin/user?open=${member.id}`}>{member.label}</PathLink>
  return address ?? t('report_watch.whole_node')
}
