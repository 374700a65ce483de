import { adminListInvited, type AdminInviteCode, type InvitedAccount } from '@portico/contract/invites-admin'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MemberLink } from '../accounts/member-link.tsx'
import { list } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { SideDrawer } from '../ui/drawer/side-drawer.tsx'
import styles from './invites-manage.module.css'

/** The accounts that registered with a code, with signs that one is the code owner's own. */
export function InvitedDrawer({ code, onClose }: { code: AdminInviteCode; onClose: () => void }) {
  const t = useT()
  const [page, setPage] = useState(1)
  const query = useQuery(list(adminListInvited, { params: { id: code.id }, query: { page } }))
  const columns: Column<InvitedAccount>[] = [
    { header: t('invite_manage.account'), render: (row) => <MemberLink id={row.account_id} email={row.email} />, at: 'who' },
    { header: t('invite_manage.network'), render: (row) => <Network row={row} />, at: 'what' },
    { header: t('invite_manage.registered'), render: ({ created_at: at }) => <DateTime value={at} />, at: 'much' },
  ]
  return (
    <SideDrawer onClose={onClose} title={t('invite_manage.invited', { code: code.code })}>
      <p className="intro">{t('invite_manage.invited_text', { email: code.email })}</p>
      <DataTable
        label={t('invite_manage.invited', { code: code.code })}
        query={query}
        columns={columns}
        rowKey={(row) => row.account_id}
        page={page}
        onPage={setPage}
      />
    </SideDrawer>
  )
}

function Network({ row }: { row: InvitedAccount }) {
  const t = useT()
  return (
    <span>
      {row.network}
      {row.same_as_owner && <span className={styles['hint']}> · {t('invite_manage.same_as_owner')}</span>}
      {row.others_there > 0 && <span className={styles['hint']}> · {t('invite_manage.others_there', { n: row.others_there })}</span>}
    </span>
  )
}
