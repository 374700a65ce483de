import { Button, Menu, Select, Stack } from '@mantine/core'
import {
  adminListRoles,
  adminListStaff,
  adminRemoveStaff,
  adminSetStaffRole,
  type StaffMember,
  type StaffRole,
} from '@portico/contract/staff-admin'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { useMay } from '../api/may.ts'
import { list, prefetch } from '../api/query.ts'
import { useWho } from '../api/who.ts'
import { loadMessages, useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { TimeAgo } from '../ui/format/time-ago.tsx'
import { lazyDrawer } from '../ui/lazy/lazy-opened.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { RowMenu } from '../ui/table/row-actions.tsx'
import { useSave } from '../ui/use-save.ts'
import { Invitations } from './invitations.tsx'
import { nameOfRole } from './role-name.ts'
import { Roles } from './roles.tsx'

const InviteDrawer = lazyDrawer(async () => (await import('./invite-drawer.tsx')).InviteDrawer)

const people = list(adminListStaff, {})
const roles = list(adminListRoles, {})

export const Route = createFileRoute('/_signed-in/_console/admin/staff')({
  loader: () => Promise.all([loadMessages('staff'), prefetch(people, roles)]),
  component: StaffPage,
  staticData: { title: 'title.staff' },
})

function StaffPage() {
  const t = useT()
  const may = useMay()
  const staff = useQuery(people)
  const roleList = useQuery(roles)
  const [inviting, setInviting] = useState(false)
  const known = roleList.data?.items ?? []
  return (
    <>
      <PageHeader title={t('title.staff')} text={t('staff.text')}>
        {may('staff.write') && <Button onClick={() => setInviting(true)}>{t('staff.invite')}</Button>}
      </PageHeader>
      <Stack gap="lg">
        <People query={staff} roles={known} />
        <Invitations items={staff.data?.invitations ?? []} roles={known} />
        <Roles query={roleList} />
      </Stack>
      {inviting && <InviteDrawer roles={known} onClose={() => setInviting(false)} />}
    </>
  )
}

interface PeopleProps {
  query: {
    data: { items: StaffMember[]; total: number } | undefined
    error: Error | null
    isPlaceholderData: boolean
    refetch: () => unknown
  }
  roles: StaffRole[]
}

function People({ query, roles }: PeopleProps) {
  const t = useT()
  const me = useWho()
  const may = useMay()
  const columns: Column<StaffMember>[] = [
    {
      header: t('staff.email'),
      render: (row) => (
        <span className="stacked">
          <strong>{row.email}</strong>
          {row.id === me.id && <StatusBadge tone="quiet" label={t('staff.you')} />}
          {row.banned && <StatusBadge tone="bad" label={t('staff.suspended')} />}
        </span>
      ),
      at: 'who',
    },
    { header: t('staff.role'), render: (row) => <RoleChoice row={row} roles={roles} /> },
    { header: t('staff.last_login'), render: (row) => <TimeAgo value={row.last_login_at} />, at: 'what' },
  ]
  if (may('staff.write')) columns.push({ header: t('table.actions'), actions: true, render: (row) => <Remove row={row} /> })
  return (
    <Card title={t('staff.people')} flush>
      <DataTable label={t('staff.people')} query={query} columns={columns} rowKey={(row) => row.id} />
    </Card>
  )
}

/** Changes a role after asking. The change signs the person out. */
function RoleChoice({ row, roles }: { row: StaffMember; roles: StaffRole[] }) {
  const t = useT()
  const may = useMay()
  const save = useSave({
    ask: (roleId: number) => ({
      title: t('staff.role_title', { email: row.email, role: nameOfRole(roles, roleId) }),
      text: t('staff.role_ask'),
      confirm: t('staff.role_change'),
    }),
    send: (roleId) => call(adminSetStaffRole, { params: { id: row.id }, body: { role_id: roleId } }),
    done: t('state.saved'),
    changes: [adminListStaff, adminListRoles],
  })
  if (!may('staff.write') || !row.changeable) return nameOfRole(roles, row.role_id)
  return (
    <Select
      size="xs"
      w={200}
      aria-label={t('staff.role_of', { email: row.email })}
      allowDeselect={false}
      disabled={save.isPending}
      data={roles.map(({ id, grantable }) => ({ value: String(id), label: nameOfRole(roles, id), disabled: !grantable }))}
      value={String(save.isPending ? save.variables : row.role_id)}
      onChange={(value) => {
        if (value !== null && Number(value) !== row.role_id) save.mutate(Number(value))
      }}
    />
  )
}

function Remove({ row }: { row: StaffMember }) {
  const t = useT()
  const remove = useSave({
    ask: { title: t('staff.remove_title', { email: row.email }), text: t('staff.remove_ask'), confirm: t('staff.remove'), danger: true },
    send: () => call(adminRemoveStaff, { params: { id: row.id } }),
    done: t('staff.removed', { email: row.email }),
    changes: [adminListStaff, adminListRoles],
  })
  if (!row.changeable) return null
  return (
    <RowMenu name={row.email} busy={remove.isPending}>
      <Menu.Item color="var(--bad-text)" onClick={() => remove.mutate()}>
        {t('staff.remove')}
      </Menu.Item>
    </RowMenu>
  )
}
