import { Button } from '@mantine/core'
import { NoticePlacement } from '@portico/contract/notices'
import { adminListNotices, type AdminNotice, NoticeStatus } from '@portico/contract/notices-admin'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'
import { list } from '../api/query.ts'
import { loadMessages, useT } from '../i18n.ts'
import { stepsOf } from '../ui/drawer/row-steps.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { choice, pageNumber, rowId, text, useAskedToOpen, usePageSearch } from '../ui/page-search.ts'
import { FilterBar, SearchField } from '../ui/table/filter-bar.tsx'
import { FilterChip } from '../ui/table/filter-chip.tsx'
import { isEmptyList, NothingFits } from '../ui/table/nothing-fits.tsx'
import { NoticeDrawer } from './notice-drawer.tsx'
import { NoticeTable } from './notice-table.tsx'

export const Route = createFileRoute('/_signed-in/_console/admin/notice')({
  // The tools of the editor of texts.
  loader: () => loadMessages('editor'),
  component: NoticesPage,
  staticData: { title: 'title.notices' },
})

const SORTS = ['updated_at', 'starts_at', 'ends_at'].flatMap((field) => [field, `-${field}`])
const Search = z.object({
  page: pageNumber,
  status: choice(NoticeStatus.options),
  placement: choice(NoticePlacement.options),
  search: text,
  sort: choice(SORTS),
  /** A new message is for this member. */
  member: rowId,
})

function NoticesPage() {
  const t = useT()
  const [{ page, status, placement, search, sort, member }, change] = usePageSearch(Search)
  const query = useQuery(list(adminListNotices, { query: { page, sort, status, placement, search: search?.slice(0, 60) } }))
  const [edited, setEdited] = useState<{ notice: AdminNotice | null; round: number } | null>(null)
  const open = (notice: AdminNotice | null): void => setEdited({ notice, round: 0 })
  const close = (): void => {
    setEdited(null)
    if (member !== undefined) change({ member: undefined })
  }
  useAskedToOpen(true, () => open(null))
  const filtered = [status, placement, search].some((value) => value !== undefined)
  const isEmpty = isEmptyList(query, filtered)
  const clear = (): void => change({ status: undefined, placement: undefined, search: undefined })
  const create = <Button onClick={() => open(null)}>{t('notice_manage.create')}</Button>
  const current = query.data?.items.find(({ id }) => id === edited?.notice?.id) ?? edited?.notice ?? null
  return (
    <>
      <PageHeader title={t('title.notices')} text={t('notice_manage.text')}>
        {!isEmpty && create}
      </PageHeader>
      <FilterBar hidden={isEmpty} active={filtered} onClear={clear}>
        <SearchField label={t('notice_manage.search')} value={search ?? ''} onChange={(value) => change({ search: value })} />
        <FilterChip
          label={t('notice_manage.status')}
          choices={NoticeStatus.options.map((value) => ({ value, label: t(`notice_manage.status_${value}`) }))}
          value={status}
          onChange={(value) => change({ status: value })}
        />
        <FilterChip
          label={t('notice_manage.placement')}
          choices={NoticePlacement.options.map((value) => ({ value, label: t(`notice_manage.placement_${value}`) }))}
          value={placement}
          onChange={(value) => change({ placement: value })}
        />
      </FilterBar>
      <NoticeTable
        query={query}
        page={page}
        sort={sort}
        opened={edited?.notice?.id}
        onPage={(next) => change({ page: next })}
        onSort={(next) => change({ sort: next })}
        onOpen={open}
        empty={
          filtered ? (
            <NothingFits onClear={clear} />
          ) : (
            <EmptyState title={t('notice_manage.empty')} text={t('notice_manage.empty_text')} drawing="start">
              {create}
            </EmptyState>
          )
        }
      />
      {edited && (
        <NoticeDrawer
          key={`${edited.notice?.id ?? 'new'} ${edited.round}`}
          notice={current}
          memberId={edited.notice ? undefined : member}
          steps={stepsOf(query.data?.items, (row) => row.id === edited.notice?.id, open)}
          onReload={() => setEdited({ notice: current, round: edited.round + 1 })}
          onClose={close}
        />
      )}
    </>
  )
}
