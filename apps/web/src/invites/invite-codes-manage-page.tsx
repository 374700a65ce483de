import { Button } from '@mantine/core'
import { adminListInviteCodes, type AdminInviteCode, InviteCodeState } from '@portico/contract/invites-admin'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'
import { MemberLink } from '../accounts/member-link.tsx'
import { useMay } from '../api/may.ts'
import { list, prefetch } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { Allowed } from '../ui/allowed.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FilterBar, SearchField } from '../ui/table/filter-bar.tsx'
import { FilterChip } from '../ui/table/filter-chip.tsx'
import { isEmptyList, NothingFits } from '../ui/table/nothing-fits.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { choice, pageNumber, text, usePageSearch, useAskedToOpen } from '../ui/page-search.ts'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'
import { CreateCodeDrawer } from './create-code-drawer.tsx'
import { DisableCode } from './disable-code.tsx'
import { TextButton } from '../ui/plain/text-button.tsx'
import { formatNumber } from '../ui/format/format-number.ts'
import styles from './invites-manage.module.css'
import { InvitedDrawer } from './invited-drawer.tsx'

export const Route = createFileRoute('/_signed-in/_console/admin/invite_code')({
  loader: ({ location }) => prefetch(codes(Search.parse(location.search))),
  component: InviteCodesManagePage,
  staticData: { title: 'title.invite_code' },
})

const FIELDS = ['created_at', 'uses', 'page_views'] as const
const SORTS = FIELDS.flatMap((field) => [field, `-${field}`] as const)
const Search = z.object({ page: pageNumber, state: choice(InviteCodeState.options), q: text, sort: choice(SORTS) })
const codes = ({ page, state, q, sort }: z.output<typeof Search>) => list(adminListInviteCodes, { query: { page, state, q, sort } })
const TONES: Record<InviteCodeState, Tone> = { usable: 'good', used_up: 'quiet', disabled: 'bad' }

function InviteCodesManagePage() {
  const t = useT()
  const [search, change] = usePageSearch(Search)
  const { page, state, q, sort } = search
  const [creating, setCreating] = useState(false)
  useAskedToOpen(useMay()('coupons.write'), () => setCreating(true))
  const [shown, setShown] = useState<AdminInviteCode | null>(null)
  const query = useQuery(codes(search))
  const filtered = Boolean(state ?? q)
  const isEmpty = isEmptyList(query, filtered)
  const reset = (): void => change({ state: undefined, q: undefined })
  const create = (
    <Allowed to="coupons.write">
      <Button onClick={() => setCreating(true)}>{t('invite_manage.create')}</Button>
    </Allowed>
  )
  const columns: Column<AdminInviteCode>[] = [
    { header: t('invites.code'), render: ({ code }) => <span className="mono">{code}</span>, at: 'what' },
    { header: t('invite_manage.owner'), render: (row) => <MemberLink id={row.account_id} email={row.email} />, at: 'who' },
    {
      header: t('invites.state'),
      render: (row) => <StatusBadge tone={TONES[row.state]} label={t(`invite_manage.state_${row.state}`)} />,
      at: 'state',
    },
    { header: t('invites.views'), render: ({ page_views: views }) => formatNumber(views), align: 'right', sort: 'page_views' },
    {
      header: t('invites.uses'),
      render: (row) => <Uses row={row} onOpen={() => setShown(row)} />,
      align: 'right',
      sort: 'uses',
      at: 'much',
    },
    { header: t('invites.created'), render: ({ created_at: at }) => <DateTime value={at} />, sort: 'created_at', lesser: true },
    { header: t('table.actions'), actions: true, render: (row) => <DisableCode code={row} /> },
  ]
  return (
    <>
      <PageHeader title={t('title.invite_code')} text={t('invite_manage.text')}>
        {!isEmpty && create}
      </PageHeader>
      <FilterBar hidden={isEmpty} active={filtered} onClear={reset}>
        <SearchField label={t('invite_manage.search')} value={q ?? ''} onChange={(value) => change({ q: value })} />
        <FilterChip
          label={t('invites.state')}
          choices={InviteCodeState.options.map((value) => ({ value, label: t(`invite_manage.state_${value}`) }))}
          value={state}
          onChange={(value) => change({ state: value })}
        />
      </FilterBar>
      <DataTable
        label={t('title.invite_code')}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        opened={shown?.id}
        page={page}
        onPage={(next) => change({ page: next })}
        sort={sort ?? '-created_at'}
        onSort={(next) => change({ sort: next })}
        empty={
          filtered ? (
            <NothingFits onClear={reset} />
          ) : (
            <EmptyState title={t('invite_manage.empty')} text={t('invite_manage.empty_text')} drawing="start">
              {create}
            </EmptyState>
          )
        }
      />
      {creating && <CreateCodeDrawer onClose={() => setCreating(false)} />}
      {shown && <InvitedDrawer key={shown.id} code={shown} onClose={() => setShown(null)} />}
    </>
  )
}

function Uses({ row, onOpen }: { row: AdminInviteCode; onOpen: () => void }) {
  const t = useT()
  return (
    <span className="stacked">
      <TextButton disabled={row.uses === 0} onClick={onOpen}>
        {row.max_uses === null ? formatNumber(row.uses) : `${formatNumber(row.uses)} / ${formatNumber(row.max_uses)}`}
      </TextButton>
      {row.same_network > 0 && <span className={styles['hint']}>{t('invite_manage.same_network', { n: row.same_network })}</span>}
    </span>
  )
}
