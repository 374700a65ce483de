import { adminListUsers, type AdminUser, type ListedUser } from '@portico/contract/accounts-admin'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { useMay } from '../../api/may.ts'
import { list } from '../../api/query.ts'
import { useT } from '../../i18n.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { pageNumber, usePageSearch } from '../../ui/page-search.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { userColumns } from '../user-columns.tsx'
import { Rates } from '../user-fields.tsx'
import { MemberForm } from './member-form.tsx'

const Search = z.object({ page: pageNumber })

/** Members invited by a member, their own inviter, and commission of both. */
export function InviteesTab({ user }: { user: AdminUser }) {
  const t = useT()
  const may = useMay()
  const router = useRouter()
  const [{ page }, change] = usePageSearch(Search)
  const query = useQuery(list(adminListUsers, { query: { inviter_id: user.id, page } }))
  return (
    <div className="sections">
      <DataTable<ListedUser>
        label={t('member_page.tab_invitees')}
        query={query}
        columns={userColumns().filter((column) => !column.off)}
        rowKey={(row) => row.id}
        onOpen={(row) => void router.navigate({ href: `/admin/user/${row.id}` })}
        page={page}
        onPage={(next) => change({ page: next })}
        empty={<EmptyState title={t('member_page.no_invitees')} />}
      />
      {may('money.adjust') && !user.closed && <MemberForm user={user}>{(form) => <Rates form={form} />}</MemberForm>}
    </div>
  )
}
