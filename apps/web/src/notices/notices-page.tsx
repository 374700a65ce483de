import { Button } from '@mantine/core'
import { adminListNotices, type AdminNotice, type NoticeStatus } from '@portico/contract/notices-admin'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'
import { language, loadMessages, useT } from '../i18n.ts'
import { useStore } from '../store.ts'
import { stepsOf } from '../ui/drawer/row-steps.ts'
import { DateTime } from '../ui/format/date-time.tsx'
import { formatNumber } from '../ui/format/format-number.ts'
import { lazyDrawer } from '../ui/lazy/lazy-opened.tsx'
import { listOf } from '../ui/list/list-of.ts'
import { useList } from '../ui/list/use-list.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { rowId, useAskedToOpen, usePageSearch } from '../ui/page-search.ts'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { FilterBar, SearchField } from '../ui/table/filter-bar.tsx'
import { FilterChip } from '../ui/table/filter-chip.tsx'
import { AudienceText } from './audience-text.tsx'
import { NoticeActions } from './notice-actions.tsx'
import { titleIn } from './notice-form.ts'

const NoticeDrawer = lazyDrawer(async () => (await import('./notice-drawer.tsx')).NoticeDrawer)

const notices = listOf(adminListNotices)
/** A new message is for this member. */
const Search = z.object({ member: rowId })
const TONES: Record<NoticeStatus, Tone> = { draft: 'quiet', scheduled: 'busy', published: 'good', archived: 'quiet' }

export const Route = createFileRoute('/_signed-in/_console/admin/notice')({
  // The tools of the editor of texts.
  loader: () => loadMessages('editor'),
  component: NoticesPage,
  staticData: { title: 'title.notices' },
})

function NoticesPage() {
  const t = useT()
  const lang = useStore(language)
  const [{ member }, change] = usePageSearch(Search)
  const list = useList(notices)
  const { data } = list.query
  const [edited, setEdited] = useState<{ notice: AdminNotice | null; round: number } | null>(null)
  const open = (notice: AdminNotice | null): void => setEdited({ notice, round: 0 })
  const close = (): void => {
    setEdited(null)
    if (member !== undefined) change({ member: undefined })
  }
  useAskedToOpen(true, () => open(null))
  const create = <Button onClick={() => open(null)}>{t('notice_manage.create')}</Button>
  const current = data?.items.find(({ id }) => id === edited?.notice?.id) ?? edited?.notice ?? null
  return (
    <>
      <PageHeader title={t('title.notices')} text={t('notice_manage.text')}>
        {!list.isEmpty && create}
      </PageHeader>
      <FilterBar {...list.bar}>
        <SearchField label={t('notice_manage.search')} {...list.filter('search')} />
        <FilterChip label={t('notice_manage.status')} {...list.choice('status', (value) => t(`notice_manage.status_${value}`))} />
        <FilterChip label={t('notice_manage.placement')} {...list.choice('placement', (value) => t(`notice_manage.placement_${value}`))} />
      </FilterBar>
      <DataTable
        label={t('title.notices')}
        {...list.table}
        onOpen={open}
        opened={edited?.notice?.id}
        columns={[
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
            render: (row) => <NoticeActions notice={row} onEdit={() => open(row)} onCopied={open} />,
          },
        ]}
        empty={{ title: t('notice_manage.empty'), text: t('notice_manage.empty_text'), drawing: 'start', children: create }}
      />
      {edited && (
        <NoticeDrawer
          key={`${edited.notice?.id ?? 'new'} ${edited.round}`}
          notice={current}
          memberId={edited.notice ? undefined : member}
          steps={stepsOf(data?.items, (row) => row.id === edited.notice?.id, open)}
          onReload={() => setEdited({ notice: current, round: edited.round + 1 })}
          onClose={close}
        />
      )}
    </>
  )
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
