import { adminListUsers, type AdminUser, type ListedUser } from '@portico/contract/accounts-admin'
import { useRouter } from '@tanstack/react-router'
import { useMay } from '../../api/may.ts'
import { useT } from '../../i18n.ts'
import { listOf } from '../../ui/list/list-of.ts'
import { useList } from '../../ui/list/use-list.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { userColumns } from '../user-columns.tsx'
import { Rates } from '../user-fields.tsx'
import { MemberForm } from './member-form.tsx'

const users = listOf(adminListUsers)

/** Members invited by a member, their own inviter, and commission of both. */
export function InviteesTab({ user }: { user: AdminUser }) {
  const t = useT()
  const may = useMay()
  const router = useRouter()
  const list = useList(users, { inviter_id: user.id })
  return (
    <div className="sections">
      <DataTable<ListedUser>
        label={t('member_page.tab_invitees')}
        {...list.table}
        onSort={undefined}
        columns={userColumns().filter((column) => !column.off)}
        onOpen={(row) => void router.navigate({ href: `/admin/user/${row.id}` })}
        empty={{ title: t('member_page.no_invitees') }}
      />
      {may('money.adjust') && !user.closed && <MemberForm user={user}>{(form) => <Rates form={form} />}</MemberForm>}
    </div>
  )
}
