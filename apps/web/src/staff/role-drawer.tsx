import { Checkbox, Stack, TextInput } from '@mantine/core'
import { type Permission, permissions } from '@portico/contract/permissions'
import { adminCreateRole, adminListRoles, adminUpdateRole, RoleInput, type StaffRole } from '@portico/contract/staff-admin'
import { call } from '../api/call.ts'
import { useMay } from '../api/may.ts'
import { useT } from '../i18n.ts'
import { fieldOf } from '../ui/form/field-of.ts'
import { FormDrawer } from '../ui/form/form-drawer.tsx'
import { FormSection } from '../ui/form/form-section.tsx'
import { schemaErrors } from '../ui/form/schema-errors.ts'
import { useSavedForm } from '../ui/form/use-saved-form.ts'
import { permissionGroups, permissionKey } from './permission-text.ts'

/** Creates a role or edits one. */
export function RoleDrawer({ role, copied, onClose }: { role: StaffRole | null; copied: StaffRole | null; onClose: () => void }) {
  const t = useT()
  const may = useMay()
  const values: RoleInput = { name: role?.name ?? '', permissions: held(role ?? copied) }
  const { form, bound } = useSavedForm({
    values,
    check: (values) => ({
      ...schemaErrors(RoleInput, values),
      ...(values.permissions.length === 0 ? { permissions: t('staff.choose_permission') } : {}),
    }),
    send: (body: RoleInput) =>
      role ? call(adminUpdateRole, { params: { id: role.id }, body: { ...body, version: role.version } }) : call(adminCreateRole, { body }),
    done: t('state.saved'),
    changes: [adminListRoles],
    after: onClose,
  })
  return (
    <FormDrawer
      title={t(role ? 'staff.edit_role' : 'staff.create_role')}
      {...bound}
      draft={`role ${role?.id ?? `copy of ${copied?.id ?? 0}`}`}
      onClose={onClose}
    >
      <TextInput required data-autofocus maxLength={40} {...fieldOf(form, 'name', t('staff.role_name'))} />
      <Checkbox.Group {...form.getInputProps('permissions')}>
        {permissionGroups.map(({ title, members }) => (
          <FormSection key={title} title={t(title)}>
            <Stack gap="xs">
              {members.map((one) => (
                <Checkbox key={one} value={one} label={t(permissionKey(one))} disabled={!may(one)} />
              ))}
            </Stack>
          </FormSection>
        ))}
      </Checkbox.Group>
    </FormDrawer>
  )
}

function held(role: StaffRole | null): Permission[] {
  return permissions.filter((one) => role?.permissions.includes(one))
}
