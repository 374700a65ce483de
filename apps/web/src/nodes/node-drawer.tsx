import { MultiSelect, NativeSelect, NumberInput, TagsInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { adminListGroups } from '@portico/contract/groups-admin'
import { adminCreateNode, adminListNodes, type AdminNode, adminUpdateNode, NodeInput, NodeState } from '@portico/contract/nodes-admin'
import { emptySettings, type Protocol, PROTOCOLS, type ProtocolSettings } from '@portico/contract/protocols'
import { useRef } from 'react'
import { call } from '../api/call.ts'
import { useGroupChoices } from '../groups/use-group-choices.ts'
import { useT } from '../i18n.ts'
import { changedFields } from '../ui/form/changed-fields.ts'
import type { Steps } from '../ui/drawer/row-steps.ts'
import { FormDrawer } from '../ui/form/form-drawer.tsx'
import { FieldRow, FormSection } from '../ui/form/form-section.tsx'
import { showToast } from '../toast.ts'
import { useInLanguages } from '../ui/form/in-languages.tsx'
import { schemaErrors } from '../ui/form/schema-errors.ts'
import { useSave } from '../ui/use-save.ts'
import { CallAddress } from './call-address-line.tsx'
import { NodeQuota, ParentNode, RateRanges } from './node-extras.tsx'
import { type NodeForm, type NodeFormApi, toNodeForm, toNodeInput } from './node-form.ts'
import type { ShownSecret } from './node-connection.tsx'
import { ProtocolFields } from './fields/protocol-fields.tsx'

interface DrawerProps {
  node: AdminNode | null
  steps?: Steps | undefined
  /** The node that a new one copies. */
  like?: AdminNode
  /** Shows a new node's secret, which cannot be read again later. */
  onSecret: (shown: ShownSecret) => void
  onClose: () => void
}

/** Creates or edits a node. The fields depend on the protocol. */
export function NodeDrawer({ node, steps, like, onSecret, onClose }: DrawerProps) {
  const t = useT()
  const form = useForm<NodeForm>({
    initialValues: like
      ? {
          ...toNodeForm(like),
          name: t('node_manage.copy_of', { name: like.name }).slice(0, 80),
          translations: toNodeForm(null).translations,
        }
      : toNodeForm(node),
    validate: (values) => schemaErrors(NodeInput, toNodeInput(values)),
  })
  const save = useSave({
    form,
    send: async (input: NodeInput) => {
      if (!node) return call(adminCreateNode, { body: input })
      await call(adminUpdateNode, { params: { id: node.id }, body: changedFields(toNodeInput(toNodeForm(node)), input) })
      return null
    },
    done: (created) => (created ? undefined : t('state.saved')),
    changes: [adminListNodes, adminListGroups],
    after: (created) => {
      onClose()
      if (created) onSecret(created)
    },
  })
  return (
    <FormDrawer
      title={node ? t('node_manage.edit', { name: node.shown_name }) : t('node_manage.create')}
      saving={save.isPending}
      steps={steps}
      form={form}
      draft={`node ${node?.id ?? 'new'}`}
      onClose={onClose}
      onSubmit={form.onSubmit(
        (values) => save.mutate(toNodeInput(values)),
        (errors) => showToast({ kind: 'warning', message: t('node_manage.check_fields', { n: Object.keys(errors).length }) }),
      )}
    >
      {!node && <CallAddress />}
      <General form={form} node={node} />
      <FormSection title={t('node_manage.protocol')}>
        <ProtocolChoice form={form} />
      </FormSection>
      <ProtocolFields form={form} />
      <RateRanges form={form} />
      {form.values.parent_id === null && <NodeQuota form={form} />}
    </FormDrawer>
  )
}

function General({ form, node }: { form: NodeFormApi; node: AdminNode | null }) {
  const t = useT()
  // Only a new node: an old one may be in no group on purpose.
  const choices = useGroupChoices(form, ({ group_ids }, only) => (node === null && group_ids.length === 0 ? { group_ids: [only] } : null))
  const { state } = form.values
  const name = useInLanguages(form, 'name', t('node_manage.name'))
  const tags = useInLanguages(form, 'tags', t('node_manage.tags'))
  return (
    <>
      <TextInput description={t('node_manage.name_text')} data-autofocus maxLength={80} {...name} />
      <TextInput label={t('node_manage.host')} description={t('node_manage.host_text')} {...form.getInputProps('host')} />
      <FieldRow>
        <TextInput label={t('node_manage.port')} description={t('node_manage.port_text')} {...form.getInputProps('port')} />
        <NumberInput
          label={t('node_manage.server_port')}
          description={t('node_manage.server_port_text')}
          min={1}
          max={65_535}
          clampBehavior="none"
          allowDecimal={false}
          {...form.getInputProps('server_port')}
        />
      </FieldRow>
      <MultiSelect
        label={t('node_manage.groups')}
        description={t(choices?.length === 0 ? 'node_manage.groups_none' : 'node_manage.groups_text')}
        disabled={choices?.length === 0}
        data={choices ?? []}
        searchable
        clearable
        nothingFoundMessage={t('menu.search_empty')}
        {...form.getInputProps('group_ids')}
      />
      <FieldRow>
        <TextInput
          label={t('node_manage.rate')}
          description={t('node_manage.rate_text')}
          inputMode="decimal"
          leftSection="×"
          {...form.getInputProps('rate')}
        />
        <NativeSelect
          label={t('node_manage.state')}
          description={t(`node_manage.state_${state}_text`)}
          data={NodeState.options.map((value) => ({ value, label: t(`node_manage.state_${value}`) }))}
          {...form.getInputProps('state')}
        />
      </FieldRow>
      <ParentNode form={form} node={node} />
      <TagsInput description={t('node_manage.tags_text')} maxTags={8} {...tags} />
    </>
  )
}

function ProtocolChoice({ form }: { form: NodeFormApi }) {
  const t = useT()
  const drafts = useRef<Partial<Record<Protocol, ProtocolSettings>>>({})
  const { settings } = form.values
  // Switching back to a protocol restores what was entered for it.
  const choose = (protocol: Protocol): void => {
    drafts.current[settings.protocol] = settings
    form.setFieldValue('settings', drafts.current[protocol] ?? emptySettings(protocol))
    form.clearErrors()
  }
  return (
    <NativeSelect
      aria-label={t('node_manage.protocol')}
      data={PROTOCOLS.map((value) => ({ value, label: t(`node_manage.protocol_${value}`) }))}
      value={settings.protocol}
      onChange={(event) => choose(PROTOCOLS.find((each) => each === event.currentTarget.value) ?? 'vless')}
    />
  )
}
