import { TextInput } from '@mantine/core'
import { adminCreateGroup, adminListGroups, adminUpdateGroup, type Group, GroupInput } from '@portico/contract/groups-admin'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { fieldOf } from '../ui/form/field-of.ts'
import { FormDrawer } from '../ui/form/form-drawer.tsx'
import { useSavedForm } from '../ui/form/use-saved-form.ts'
import type { EditedRow } from '../ui/list/use-editing.tsx'

interface GroupDrawerProps extends EditedRow<Group> {
  onSaved?: (group: Group) => void
}

/** Creates or renames a group. */
export function GroupDrawer({ row: group, steps, onSaved, onClose }: GroupDrawerProps) {
  const t = useT()
  const { form, save, bound } = useSavedForm({
    values: { name: group?.name ?? '' },
    check: GroupInput,
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
      {...bound}
      steps={steps}
      draft={`group ${group?.id ?? 'new'}`}
      effect={group && t('groups.effect', { members: group.members, plans: group.plans, nodes: group.nodes })}
      onClose={onClose}
    >
      <TextInput required data-autofocus maxLength={60} disabled={save.isPending} {...fieldOf(form, 'name', t('groups.name'))} />
    </FormDrawer>
  )
}
