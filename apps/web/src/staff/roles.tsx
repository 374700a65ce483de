import { Button, Menu, Popover } from '@mantine/core'
import { adminDeleteRole, adminListRoles, type StaffRole } from '@portico/contract/staff-admin'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { useMay } from '../api/may.ts'
import { useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { lazyDrawer } from '../ui/lazy/lazy-opened.tsx'
import { type Column, DataTable, type ListQuery } from '../ui/table/data-table.tsx'
import { RowActions, RowMenu } from '../ui/table/row-actions.tsx'
import { permissionKey } from './permission-text.ts'
import { TextButton } from '../ui/plain/text-button.tsx'
import { NarrowedRole } from './narrowed-role.tsx'
import { roleName } from './role-name.ts'
import styles from './staff.module.css'

const RoleDrawer = lazyDrawer(async () => (await import('./role-drawer.tsx')).RoleDrawer)

/** All roles and what each allows. */
export function Roles({ query }: { query: ListQuery<StaffRole> }) {
  const t = useT()
  const may = useMay()
  const [edited, setEdited] = useState<{ role: StaffRole | null; copied: StaffRole | null } | null>(null)
  const columns: Column<StaffRole>[] = [
    {
      header: t('staff.role'),
      render: (role) => (
        <span className="stacked">
          <strong>{roleName(role.key, role.name)}</strong>
          {role.key && <small>{t('staff.ready_made')}</small>}
        </span>
      ),
      at: 'who',
    },
    { header: t('staff.allows'), render: (role) => <Allows role={role} />, at: 'what' },
    { header: t('staff.holders'), render: (role) => role.holders, align: 'right', at: 'much', named: true },
  ]
  if (may('staff.write'))
    columns.push({
      header: t('table.actions'),
      actions: true,
      render: (role) => (
        <Actions role={role} onEdit={() => setEdited({ role, copied: null })} onCopy={() => setEdited({ role: null, copied: role })} />
      ),
    })
  const create = (
    <Button size="compact-sm" variant="default" onClick={() => setEdited({ role: null, copied: null })}>
      {t('staff.create_role')}
    </Button>
  )
  return (
    <Card title={t('staff.roles')} flush {...(may('staff.write') ? { aside: create } : {})}>
      {query.data?.items
        .filter(({ lost }) => lost.length > 0)
        .map((role) => (
          <NarrowedRole key={role.id} role={role} />
        ))}
      <DataTable label={t('staff.roles')} query={query} columns={columns} rowKey={(role) => role.id} />
      {edited && <RoleDrawer {...edited} onClose={() => setEdited(null)} />}
    </Card>
  )
}

/** Number of a role's permissions; pressing lists them. */
function Allows({ role: { permissions } }: { role: StaffRole }) {
  const t = useT()
  if (permissions.includes('*')) return t('permission.all')
  return (
    <Popover position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <TextButton>{t('staff.permissions', { n: permissions.length })}</TextButton>
      </Popover.Target>
      <Popover.Dropdown>
        <ul className={styles['permissions']} aria-label={t('staff.allows')}>
          {permissions.map((one) => one !== '*' && <li key={one}>{t(permissionKey(one))}</li>)}
        </ul>
      </Popover.Dropdown>
    </Popover>
  )
}

function Actions({ role, onEdit, onCopy }: { role: StaffRole; onEdit: () => void; onCopy: () => void }) {
  const t = useT()
  const copy = <Menu.Item onClick={onCopy}>{t('staff.copy_role')}</Menu.Item>
  // A copy of the owner's role would only be another owner under another name.
  if (role.key === 'owner') return null
  if (role.key !== null || !role.grantable) return <RowMenu name={roleName(role.key, role.name)}>{copy}</RowMenu>
  return (
    <RowActions
      name={role.name}
      onEdit={onEdit}
      words={{ title: t('staff.delete_role_title', { name: role.name }), done: t('staff.role_deleted', { name: role.name }) }}
      remove={() => call(adminDeleteRole, { params: { id: role.id } })}
      changes={[adminListRoles]}
      kept={role.holders > 0 ? t('staff.role_in_use') : undefined}
    >
      {copy}
    </RowActions>
  )
}
