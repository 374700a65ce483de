import { Button } from '@mantine/core'
import { type AdminInviteCode, adminListInviteCodes, type InviteCodeState } from '@portico/contract/invites-admin'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { MemberLink } from '../accounts/member-link.tsx'
import { useMay } from '../api/may.ts'
import { useT } from '../i18n.ts'
import { Allowed } from '../ui/allowed.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { formatNumber } from '../ui/format/format-number.ts'
import { lazyDrawer } from '../ui/lazy/lazy-opened.tsx'
import { listOf } from '../ui/list/list-of.ts'
import { useList } from '../ui/list/use-list.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { useAskedToOpen } from '../ui/page-search.ts'
import { TextButton } from '../ui/plain/text-button.tsx'
import { StatusBadge, type Tone } from '../ui/status-badge.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { FilterBar, SearchField } from '../ui/table/filter-bar.tsx'
import { FilterChip } from '../ui/table/filter-chip.tsx'
import { DisableCode } from './disable-code.tsx'
import styles from './invites-manage.module.css'

const CreateCodeDrawer = lazyDrawer(async () => (await import('./create-code-drawer.tsx')).CreateCodeDrawer)
const InvitedDrawer = lazyDrawer(async () => (await import('./invited-drawer.tsx')).InvitedDrawer)

const codes = listOf(adminListInviteCodes, { order: '-created_at' })

export const Route = createFileRoute('/_signed-in/_console/admin/invite_code')({
  loader: (route) => codes.load(route),
  component: InviteCodesManagePage,
  staticData: { title: 'title.invite_code' },
})

const TONES: Record<InviteCodeState, Tone> = { usable: 'good', used_up: 'quiet', disabled: 'bad' }

function InviteCodesManagePage() {
  const t = useT()
  const list = useList(codes)
  const [creating, setCreating] = useState(false)
  useAskedToOpen(useMay()('coupons.write'), () => setCreating(true))
  const [shown, setShown] = useState<AdminInviteCode | null>(null)
  const create = (
    <Allowed to="coupons.write">
      <Button onClick={() => setCreating(true)}>{t('invite_manage.create')}</Button>
    </Allowed>
  )
  return (
    <>
      <PageHeader title={t('title.invite_code')} text={t('invite_manage.text')}>
        {!list.isEmpty && create}
      </PageHeader>
      <FilterBar {...list.bar}>
        <SearchField label={t('invite_manage.search')} {...list.filter('q')} />
        <FilterChip label={t('invites.state')} {...list.choice('state', (value) => t(`invite_manage.state_${value}`))} />
      </FilterBar>
      <DataTable
        label={t('title.invite_code')}
        {...list.table}
        opened={shown?.id}
        columns={[
          { header: t('invites.code'), render: ({ code }) => <span className="mono">{code}</span>, at: 'what' },
          { header: t('invite_manage.owner'), render: (row) => <MemberLink id={row.account_id} email={row.email} />, at: 'who' },
          {
            header: t('invites.state'),
            render: ({ state }) => <StatusBadge tone={TONES[state]} label={t(`invite_manage.state_${state}`)} />,
            at: 'state',
          },
          { header: t('invites.views'), render: (row) => formatNumber(row.page_views), align: 'right', sort: 'page_views' },
          {
            header: t('invites.uses'),
            render: (row) => <Uses row={row} onOpen={() => setShown(row)} />,
            align: 'right',
            sort: 'uses',
            at: 'much',
          },
          { header: t('invites.created'), render: (row) => <DateTime value={row.created_at} />, sort: 'created_at', lesser: true },
          { header: t('table.actions'), actions: true, render: (row) => <DisableCode code={row} /> },
        ]}
        empty={{ title: t('invite_manage.empty'), text: t('invite_manage.empty_text'), drawing: 'start', children: create }}
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
