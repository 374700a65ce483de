import { Menu } from '@mantine/core'
import { adminListRoles, adminListStaff, adminRevokeInvitation, type StaffInvitation, type StaffRole } from '@portico/contract/staff-admin'
import { call } from '../api/call.ts'
import { useMay } from '../api/may.ts'
import { useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { RowMenu } from '../ui/table/row-actions.tsx'
import { useSave } from '../ui/use-save.ts'
import { nameOfRole } from './role-name.ts'

/** Open invitations; nothing if there are none. */
export function Invitations({ items, roles }: { items: StaffInvitation[]; roles: StaffRole[] }) {
  const t = useT()
  const may = useMay()
  if (items.length === 0) return null
  const columns: Column<StaffInvitation>[] = [
    { header: t('staff.email'), render: (row) => row.email, at: 'who' },
    { header: t('staff.role'), render: (row) => nameOfRole(roles, row.role_id), at: 'what' },
    { header: t('staff.invited_by'), render: (row) => row.invited_by ?? '–' },
    {
      header: t('staff.valid_until'),
      render: (row) => (row.expired ? <StatusBadge tone="warn" label={t('staff.expired')} /> : <DateTime value={row.expires_at} />),
      at: 'state',
    },
  ]
  if (may('staff.write')) columns.push({ header: t('table.actions'), actions: true, render: (row) => <Revoke row={row} /> })
  const query = { data: { items, total: items.length }, error: null, isPlaceholderData: false, refetch: () => {} }
  return (
    <Card title={t('staff.invitations')} flush>
      <DataTable label={t('staff.invitations')} query={query} columns={columns} rowKey={(row) => row.id} />
    </Card>
  )
}

function Revoke({ row }: { row: StaffInvitation }) {
  const t = useT()
  const revoke = useSave({
    send: () => call(adminRevokeInvitation, { params: { id: row.id } }),
    done: t('staff.revoked', { email: row.email }),
    changes: [adminListStaff, adminListRoles],
  })
  return (
    <RowMenu name={row.email} busy={revoke.isPending}>
      <Menu.Item color="var(--bad-text)" onClick={() => revoke.mutate()}>
        {t('staff.revoke')}
      </Menu.Item>
    </RowMenu>
  )
}
