import { MultiSelect, NativeSelect, Switch, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { adminCreateMachine, adminListMachines, adminUpdateMachine, type Machine, MachineInput } from '@portico/contract/machines-admin'
import { NodeSoftware, serves } from '@portico/contract/node-software'
import { adminListNodes, type AdminNode } from '@portico/contract/nodes-admin'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { changedFields } from '../ui/form/changed-fields.ts'
import type { Steps } from '../ui/drawer/row-steps.ts'
import { FormDrawer } from '../ui/form/form-drawer.tsx'
import { schemaErrors } from '../ui/form/schema-errors.ts'
import { useSave } from '../ui/use-save.ts'
import { CertificateFields } from './fields/certificate-fields.tsx'
import { type MachineForm, toMachineForm, toMachineInput } from './machine-form.ts'
import type { ShownMachineSecret } from './machine-secret.tsx'

interface DrawerProps {
  machine: Machine | null
  nodes: AdminNode[]
  steps?: Steps | undefined
  /** Shows a new machine's secret, which cannot be read again later. */
  onSecret: (shown: ShownMachineSecret) => void
  onClose: () => void
}

/** Creates or edits a machine. */
export function MachineDrawer({ machine, nodes, steps, onSecret, onClose }: DrawerProps) {
  const t = useT()
  const form = useForm<MachineForm>({
    initialValues: toMachineForm(machine),
    validate: (values) => ({ ...unservedErrors(values, nodes, t), ...schemaErrors(MachineInput, toMachineInput(values)) }),
  })
  const save = useSave({
    form,
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
      saving={save.isPending}
      steps={steps}
      form={form}
      draft={`machine ${machine?.id ?? 'new'}`}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => save.mutate(toMachineInput(values)))}
    >
      <TextInput required label={t('machine.name')} data-autofocus maxLength={80} {...form.getInputProps('name')} />
      <Textarea label={t('machine.notes')} autosize minRows={2} maxLength={2000} {...form.getInputProps('notes')} />
      <MultiSelect
        label={t('machine.nodes')}
        description={t('machine.nodes_text')}
        data={choices}
        searchable
        clearable
        nothingFoundMessage={t('menu.search_empty')}
        {...form.getInputProps('node_ids')}
      />
      <NativeSelect
        label={t('machine.software')}
        description={t('machine.software_text')}
        data={NodeSoftware.options.map((value) => ({ value, label: t(`node_manage.software_${value}`) }))}
        {...form.getInputProps('software')}
      />
      <CertificateFields form={form} />
      <Switch
        label={t('machine.active')}
        description={t('machine.active_text')}
        {...form.getInputProps('is_active', { type: 'checkbox' })}
      />
    </FormDrawer>
  )
}

/** Names the nodes that the chosen software does not serve. */
function unservedErrors({ node_ids, software }: MachineForm, nodes: AdminNode[], t: ReturnType<typeof useT>): { node_ids?: string } {
  const unserved = nodes.filter(({ id, settings }) => node_ids.includes(String(id)) && !serves(software, settings))
  if (unserved.length === 0) return {}
  const names = unserved.map((node) => node.shown_name).join(t('node_manage.comma'))
  return { node_ids: t('machine.not_served', { software: t(`node_manage.software_${software}`), names }) }
}
