import { TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { adminCreateGroup, adminListGroups, adminUpdateGroup, type Group, GroupInput } from '@portico/contract/groups-admin'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { showFieldErrors } from '../ui/form/field-errors.ts'
import { FormDrawer } from '../ui/form/form-drawer.tsx'
import { showNotice } from '../notice.ts'

/** Makes a group, or renames one. */
export function GroupDrawer({ group, onClose }: { group: Group | null; onClose: () => void }) {
  const t = useT()
  const form = useForm({ initialValues: { name: group?.name ?? '' }, validate: schemaResolver(GroupInput) })
  const save = useMutation({
    mutationFn: (body: { name: string }) =>
      group ? call(adminUpdateGroup, { params: { id: group.id }, body }) : call(adminCreateGroup, { body }),
    onSuccess: async () => {
      showNotice({ kind: 'success', message: t('state.saved') })
      await invalidate(adminListGroups)
      onClose()
    },
    onError: (error) => showFieldErrors(form, error),
  })
  return (
    <FormDrawer
      opened
      title={t(group ? 'groups.edit' : 'groups.create')}
      saving={save.isPending}
      dirty={form.isDirty()}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <TextInput label={t('groups.name')} data-autofocus maxLength={60} disabled={save.isPending} {...form.getInputProps('name')} />
    </FormDrawer>
  )
}
