import { Checkbox, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type Permission, permissions } from '@portico/contract/permissions'
import { adminCreateRole, adminListRoles, adminUpdateRole, RoleInput, type StaffRole } from '@portico/contract/staff-admin'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useMay } from '../api/may.ts'
import { invalidate } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { showFieldErrors } from '../ui/form/field-errors.ts'
import { FormDrawer } from '../ui/form/form-drawer.tsx'
import { FormSection } from '../ui/form/form-section.tsx'
import { showNotice } from '../notice.ts'
import { schemaErrors } from '../ui/form/schema-errors.ts'
import { permissionGroups, permissionKey } from './permission-text.ts'

/** Makes a role, or changes one. */
export function RoleDrawer({ role, copied, onClose }: { role: StaffRole | null; copied: StaffRole | null; onClose: () => void }) {
  const t = useT()
  const may = useMay()
  const form = useForm<RoleInput>({
    initialValues: { name: role?.name ?? '', permissions: held(role ?? copied) },
    validate: (values) => ({
      ...schemaErrors(RoleInput, values),
      ...(values.permissions.length === 0 ? { permissions: t('staff.choose_permission') } : {}),
    }),
  })
  const save = useMutation({
    mutationFn: (body: RoleInput) =>
      role ? call(adminUpdateRole, { params: { id: role.id }, body: { ...body, version: role.version } }) : call(adminCreateRole, { body }),
    onSuccess: async () => {
      showNotice({ kind: 'success', message: t('state.saved') })
      await invalidate(adminListRoles)
      onClose()
    },
    onError: (error) => showFieldErrors(form, error),
  })
  return (
    <FormDrawer
      opened
      size="lg"
      title={t(role ? 'staff.edit_role' : 'staff.create_role')}
      saving={save.isPending}
      dirty={form.isDirty()}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <TextInput label={t('staff.role_name')} data-autofocus maxLength={40} {...form.getInputProps('name')} />
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
