import { MultiSelect, Switch, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { adminCreateMachine, adminListMachines, adminUpdateMachine, type Machine, MachineInput } from '@portico/contract/machines-admin'
import { adminListNodes, type AdminNode } from '@portico/contract/nodes-admin'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { changedFields } from '../ui/form/changed-fields.ts'
import type { Steps } from '../ui/drawer/row-steps.ts'
import { FormDrawer } from '../ui/form/form-drawer.tsx'
import { schemaErrors } from '../ui/form/schema-errors.ts'
import { useSave } from '../ui/use-save.ts'
import type { ShownMachineSecret } from './machine-secret.tsx'

type MachineForm = Omit<MachineInput, 'node_ids'> & { node_ids: string[] }

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
    initialValues: toForm(machine),
    validate: (values) => schemaErrors(MachineInput, toInput(values)),
  })
  const save = useSave({
    form,
    send: async (input: MachineInput) => {
      if (!machine) return call(adminCreateMachine, { body: input })
      await call(adminUpdateMachine, { params: { id: machine.id }, body: changedFields(toInput(toForm(machine)), input) })
      return null
    },
    done: (created) => (created ? undefined : t('state.saved')),
    changes: [adminListMachines, adminListNodes],
    after: (created) => {
      onClose()
      if (created) onSecret({ id: created.machine.id, name: created.machine.name, secret: created.secret })
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
      onSubmit={form.onSubmit((values) => save.mutate(toInput(values)))}
    >
      <TextInput label={t('machine.name')} data-autofocus maxLength={80} {...form.getInputProps('name')} />
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
      <Switch
        label={t('machine.active')}
        description={t('machine.active_text')}
        {...form.getInputProps('is_active', { type: 'checkbox' })}
      />
    </FormDrawer>
  )
}

function toForm(machine: Machine | null): MachineForm {
  return {
    name: machine?.name ?? '',
    notes: machine?.notes ?? '',
    is_active: machine?.is_active ?? true,
    node_ids: machine?.node_ids.map(String) ?? [],
  }
}

function toInput(form: MachineForm): MachineInput {
  return { ...form, node_ids: form.node_ids.map(Number) }
}
