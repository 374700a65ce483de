import { MultiSelect, NativeSelect, Switch, Textarea, TextInput } from '@mantine/core'
import { adminCreateMachine, adminListMachines, adminUpdateMachine, type Machine, MachineInput } from '@portico/contract/machines-admin'
import { NodeSoftware } from '@portico/contract/node-software'
import { adminListNodes, type NodeName } from '@portico/contract/nodes-admin'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { changedFields } from '../ui/form/changed-fields.ts'
import { fieldOf, flagOf } from '../ui/form/field-of.ts'
import { FormDrawer } from '../ui/form/form-drawer.tsx'
import { schemaErrors } from '../ui/form/schema-errors.ts'
import { useSavedForm } from '../ui/form/use-saved-form.ts'
import type { EditedRow } from '../ui/list/use-editing.tsx'
import { CertificateFields } from './fields/certificate-fields.tsx'
import { type MachineForm, toMachineForm, toMachineInput } from './machine-form.ts'
import type { ShownMachineSecret } from './machine-secret.tsx'

interface DrawerProps extends EditedRow<Machine, Partial<MachineForm>> {
  nodes: NodeName[]
  /** Shows a new machine's secret, which cannot be read again later. */
  onSecret: (shown: ShownMachineSecret) => void
}

/** Creates or edits a machine. */
export function MachineDrawer({ row: machine, like, nodes, steps, onSecret, onClose }: DrawerProps) {
  const t = useT()
  const { form, bound } = useSavedForm({
    values: { ...toMachineForm(machine), ...like },
    toInput: toMachineInput,
    check: (values, input) => ({ ...unservedErrors(values, nodes, t), ...schemaErrors(MachineInput, input) }),
    send: async (input: MachineInput) => {
      if (!machine) return call(adminCreateMachine, { body: input })
      await call(adminUpdateMachine, { params: { id: machine.id }, body: changedFields(toMachineInput(toMachineForm(machine)), input) })
      return null
    },
    done: (created) => (created ? undefined : t('state.saved')),
    changes: [adminListMachines, adminListNodes],
    after: (created) => {
      onClose()
      if (created) onSecret(created)
    },
  })
  // A node that is an entrance to another has no process of its own.
  const choices = nodes.filter((node) => node.parent_id === null).map(({ id, name }) => ({ value: String(id), label: `${name} (#${id})` }))
  return (
    <FormDrawer
      title={machine ? t('machine.edit', { name: machine.name }) : t('machine.create')}
      {...bound}
      steps={steps}
      draft={`machine ${machine?.id ?? (like ? `for ${like.node_ids?.join(' ')}` : 'new')}`}
      onClose={onClose}
    >
      <TextInput required data-autofocus maxLength={80} {...fieldOf(form, 'name', t('machine.name'))} />
      <Textarea autosize minRows={2} maxLength={2000} {...fieldOf(form, 'notes', t('machine.notes'))} />
      <MultiSelect
        data={choices}
        searchable
        clearable
        nothingFoundMessage={t('menu.search_empty')}
        {...fieldOf(form, 'node_ids', t('machine.nodes'), t('machine.nodes_text'))}
      />
      <NativeSelect
        data={NodeSoftware.options.map((value) => ({ value, label: t(`node_manage.software_${value}`) }))}
        {...fieldOf(form, 'software', t('machine.software'), t('machine.software_text'))}
      />
      {form.values.software !== 'any' && (
        <TextInput
          placeholder={t('machine.software_newest')}
          {...fieldOf(form, 'software_version', t('machine.software_version'), t('machine.software_version_text'))}
        />
      )}
      <CertificateFields form={form} />
      <Switch {...flagOf(form, 'is_active', t('machine.active'), t('machine.active_text'))} />
    </FormDrawer>
  )
}

/** Names the nodes that the chosen software does not serve. */
function unservedErrors({ node_ids, software }: MachineForm, nodes: NodeName[], t: ReturnType<typeof useT>): { node_ids?: string } {
  const unserved = nodes.filter((node) => node_ids.includes(String(node.id)) && !node.served_by.includes(software))
  if (unserved.length === 0) return {}
  const names = unserved.map((node) => node.name).join(t('node_manage.comma'))
  return { node_ids: t('machine.not_served', { software: t(`node_manage.software_${software}`), names }) }
}
