import type { AdminNotice, NoticeStatus } from '@portico/contract/notices-admin'
import type { ReactNode } from 'react'
import { language, useT } from '../i18n.ts'
import { useStore } from '../store.ts'
import { DateTime } from '../ui/format/date-time.tsx'
import { formatNumber } from '../ui/format/format-number.ts'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'
import { type Column, DataTable, type ListQuery } from '../ui/table/data-table.tsx'
import { AudienceText } from './audience-text.tsx'
import { NoticeActions } from './notice-actions.tsx'
import { titleIn } from './notice-form.ts'

const TONES: Record<NoticeStatus, Tone> = { draft: 'quiet', scheduled: 'busy', published: 'good', archived: 'quiet' }

interface NoticeTableProps {
  query: ListQuery<AdminNotice>
  page: number
  sort: string | undefined
  opened: number | undefined
  onPage: (page: number) => void
  onSort: (sort: string) => void
  onOpen: (notice: AdminNotice) => void
  empty: ReactNode
}

/** All notices: where they show, to whom, when, and how many saw them. */
export function NoticeTable({ onOpen, ...table }: NoticeTableProps) {
  const t = useT()
  const lang = useStore(language)
  const columns: Column<AdminNotice>[] = [
    { header: t('notice_manage.title'), render: (row) => titleIn(row, lang), opens: true, at: 'who', wrap: true },
    { header: t('notice_manage.status'), render: (row) => <State of={row} />, at: 'state' },
    { header: t('notice_manage.placement'), render: (row) => t(`notice_manage.placement_${row.placement}`), at: 'what' },
    { header: t('notice_manage.audience'), render: (row) => <AudienceText of={row} />, lesser: true },
    { header: t('notice_manage.starts'), render: (row) => <DateTime value={row.starts_at} />, sort: 'starts_at', lesser: true },
    { header: t('notice_manage.ends'), render: (row) => <DateTime value={row.ends_at} />, sort: 'ends_at', lesser: true },
    { header: t('notice_manage.views'), render: (row) => <Count of={row} n={row.views} />, align: 'right', at: 'much', named: true },
    { header: t('notice_manage.dismissals'), render: (row) => <Count of={row} n={row.dismissals} />, align: 'right', lesser: true },
    {
      header: t('table.actions'),
      actions: true,
      render: (row) => <NoticeActions notice={row} onEdit={() => onOpen(row)} onCopied={onOpen} />,
    },
  ]
  return <DataTable label={t('title.notices')} columns={columns} rowKey={(row) => row.id} onOpen={onOpen} {...table} />
}

function State({ of: { status, archived_at: archived } }: { of: AdminNotice }) {
  const t = useT()
  const isEnded = status === 'archived' && archived === null
  return <StatusBadge tone={TONES[status]} label={t(isEnded ? 'notice_manage.ended' : `notice_manage.status_${status}`)} />
}

/** Visitors who see a bar are not counted. */
function Count({ of: { placement }, n }: { of: AdminNotice; n: number }) {
  return placement === 'bar' ? <span className="quiet">–</span> : formatNumber(n)
}
