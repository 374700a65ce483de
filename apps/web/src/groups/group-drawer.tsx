import { TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { adminCreateGroup, adminListGroups, adminUpdateGroup, type Group, GroupInput } from '@portico/contract/groups-admin'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import type { Steps } from '../ui/drawer/row-steps.ts'
import { FormDrawer } from '../ui/form/form-drawer.tsx'
import { useSave } from '../ui/use-save.ts'

interface GroupDrawerProps {
  group: Group | null
  steps?: Steps | undefined
  onSaved?: (group: Group) => void
  onClose: () => void
}

/** Creates or renames a group. */
export function GroupDrawer({ group, steps, onSaved, onClose }: GroupDrawerProps) {
  const t = useT()
  const form = useForm({ initialValues: { name: group?.name ?? '' }, validate: schemaResolver(GroupInput) })
  const save = useSave({
    form,
    send: (body: { name: string }) =>
      group ? call(adminUpdateGroup, { params: { id: group.id }, body }) : call(adminCreateGroup, { body }),
    done: t('state.saved'),
    changes: [adminListGroups],
    after: (saved) => {
      onSaved?.(saved)
      onClose()
    },
  })
  return (
    <FormDrawer
      title={t(group ? 'groups.edit' : 'groups.create')}
      saving={save.isPending}
      steps={steps}
      form={form}
      draft={`group ${group?.id ?? 'new'}`}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <TextInput
        required
        label={t('groups.name')}
        data-autofocus
        maxLength={60}
        disabled={save.isPending}
        {...form.getInputProps('name')}
      />
    </FormDrawer>
  )
}
