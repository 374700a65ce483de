import { MultiSelect, NativeSelect, NumberInput, TagsInput, TextInput } from '@mantine/core'
import { adminListGroups } from '@portico/contract/groups-admin'
import { adminCreateNode, adminListNodes, type AdminNode, adminUpdateNode, NodeInput, NodeState } from '@portico/contract/nodes-admin'
import { emptySettings } from '@portico/contract/empty-settings'
import { type Protocol, PROTOCOLS, type ProtocolSettings } from '@portico/contract/protocols'
import { useRef } from 'react'
import { call } from '../api/call.ts'
import { useGroupChoices } from '../groups/use-group-choices.ts'
import { useT } from '../i18n.ts'
import { showToast } from '../toast.ts'
import { changedFields } from '../ui/form/changed-fields.ts'
import { fieldOf } from '../ui/form/field-of.ts'
import { FormDrawer } from '../ui/form/form-drawer.tsx'
import { FieldRow } from '../ui/form/form-section.tsx'
import { useInLanguages } from '../ui/form/in-languages.tsx'
import { MoreFields } from '../ui/form/more-fields.tsx'
import { nextName } from '../ui/form/next-name.ts'
import { schemaErrors } from '../ui/form/schema-errors.ts'
import { useMarkedForm } from '../ui/form/use-marked-form.ts'
import type { EditedRow } from '../ui/list/use-editing.tsx'
import { useSave } from '../ui/use-save.ts'
import { CallAddress } from './call-address-line.tsx'
import { EncryptionFields } from './fields/encryption-fields.tsx'
import { NodeAliases } from './fields/node-aliases.tsx'
import { NodeEffect } from './fields/node-effect.tsx'
import { NodeLine } from './fields/node-line.tsx'
import { NodeRoutes } from './fields/node-routes.tsx'
import { ProtocolFields } from './fields/protocol-fields.tsx'
import { ProtocolSummary } from './fields/protocol-summary.tsx'
import { useFirstKeys } from './fields/use-reality-keys.ts'
import { LeftOut } from './left-out.tsx'
import type { ShownSecret } from './node-connection.tsx'
import { NodeQuota, ParentNode, RateRanges } from './node-extras.tsx'
import { type NodeForm, type NodeFormApi, toNodeForm, toNodeInput } from './node-form.ts'
import styles from './nodes-manage.module.css'

/** A new one may be a copy. */
interface DrawerProps extends EditedRow<AdminNode, AdminNode> {
  /** Names in the list, for the name of a copy. */
  names?: readonly string[]
  /** Shows a new node's secret, which cannot be read again later. */
  onSecret: (shown: ShownSecret) => void
}

/** Creates or edits a node. The fields depend on the protocol. */
export function NodeDrawer({ row: node, steps, like, names = [], onSecret, onClose }: DrawerProps) {
  const t = useT()
  const form = useMarkedForm<NodeForm>({
    initialValues: like
      ? {
          ...toNodeForm(like),
          name: nextName(like.name, names, 80),
          // The copy is another server.
          host: '',
          call_addresses: [],
          aliases: [],
          translations: toNodeForm(null).translations,
        }
      : toNodeForm(node),
    validate: (values) => schemaErrors(NodeInput, toNodeInput(values)),
  })
  useFirstKeys(form)
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
      {...(node ? {} : { saveLabel: t('node_manage.save_connect') })}
      steps={steps}
      form={form}
      draft={`node ${node?.id ?? (like ? `like ${like.id}` : 'new')}`}
      effect={node && <NodeEffect node={node} input={toNodeInput(form.values)} />}
      onClose={onClose}
      onSubmit={form.onSubmit(
        (values) => save.mutate(toNodeInput(values)),
        (errors) => showToast({ kind: 'warning', message: t('node_manage.check_fields', { n: Object.keys(errors).length }) }),
      )}
    >
      <Basics form={form} node={node} />
      {node && <LeftOut node={node} />}
      <MoreFields
        title={t('node_manage.advanced')}
        note={<ProtocolSummary form={form} />}
        isFilled={false}
        errors={form.errors}
        of={PROTOCOL}
      >
        <ProtocolFields form={form} />
      </MoreFields>
      <MoreFields isFilled={node !== null && hasMore(form.values)} errors={form.errors} of={MORE}>
        <More form={form} node={node} />
        {form.values.settings.protocol === 'vless' && <EncryptionFields form={form} />}
        <RateRanges form={form} />
        {form.values.parent_id === null && <NodeQuota form={form} />}
        {form.values.parent_id === null && <NodeLine form={form} />}
        {form.values.parent_id === null && <NodeRoutes form={form} />}
        {form.values.parent_id === null && <NodeAliases form={form} />}
      </MoreFields>
      {!node && (
        <div>
          <p className="quiet small">{t('node_manage.next_command')}</p>
          <CallAddress />
        </div>
      )}
    </FormDrawer>
  )
}

/** Paths of protocol fields, also those under “More”: an error opens both. */
const PROTOCOL = ['settings']

/** The fields that a first node does not need. */
const MORE = [
  'server_port',
  'rate',
  'state',
  'parent_id',
  'tags',
  'translations',
  'rate_ranges',
  'quota',
  'quota_reset_day',
  'line_speed',
  'call_addresses',
  'aliases',
  'routing',
  'settings.encryption',
  'settings.decryption',
]

/** Whether a field under "More" was set to anything. */
function hasMore(values: NodeForm): boolean {
  const fresh = toNodeForm(null)
  const set = (
    ['rate', 'state', 'parent_id', 'tags', 'rate_ranges', 'quota', 'line_speed', 'call_addresses', 'aliases', 'routing'] as const
  ).some((key) => JSON.stringify(values[key]) !== JSON.stringify(fresh[key]))
  const { settings } = values
  return set || String(values.server_port) !== values.port || (settings.protocol === 'vless' && settings.encryption !== '')
}

/** What each node needs: a name, where clients find it, who may use it, and its protocol. */
function Basics({ form, node }: { form: NodeFormApi; node: AdminNode | null }) {
  const t = useT()
  // Only a new node: an old one may be in no group on purpose.
  const choices = useGroupChoices(form, ({ group_ids }, only) => (node === null && group_ids.length === 0 ? { group_ids: [only] } : null))
  const name = useInLanguages(form, 'name', t('node_manage.name'))
  const port = form.getInputProps('port')
  return (
    <>
      <TextInput required description={t('node_manage.name_text')} data-autofocus maxLength={80} {...name} />
      <div className={styles['address']}>
        <TextInput required {...fieldOf(form, 'host', t('node_manage.host'), t('node_manage.host_text'))} />
        <TextInput
          required
          label={t('node_manage.port')}
          {...port}
          onChange={(event) => {
            const { value } = event.currentTarget
            // The node software listens on the same port until another is entered.
            if (String(form.values.server_port) === form.values.port && /^\d+$/.test(value))
              form.setFieldValue('server_port', Number(value))
            form.setFieldValue('port', value)
          }}
        />
      </div>
      <MultiSelect
        disabled={choices?.length === 0}
        data={choices ?? []}
        searchable
        clearable
        nothingFoundMessage={t('menu.search_empty')}
        {...fieldOf(
          form,
          'group_ids',
          t('node_manage.groups'),
          t(choices?.length === 0 ? 'node_manage.groups_none' : 'node_manage.groups_text'),
        )}
      />
      <ProtocolChoice form={form} />
    </>
  )
}

function More({ form, node }: { form: NodeFormApi; node: AdminNode | null }) {
  const t = useT()
  const { state } = form.values
  const tags = useInLanguages(form, 'tags', t('node_manage.tags'))
  return (
    <>
      <FieldRow>
        <NumberInput
          min={1}
          max={65_535}
          clampBehavior="none"
          allowDecimal={false}
          {...fieldOf(form, 'server_port', t('node_manage.server_port'), t('node_manage.server_port_text'))}
        />
        <NativeSelect
          data={NodeState.options.map((value) => ({ value, label: t(`node_manage.state_${value}`) }))}
          {...fieldOf(form, 'state', t('node_manage.state'), t(`node_manage.state_${state}_text`))}
        />
        <TextInput inputMode="decimal" leftSection="×" {...fieldOf(form, 'rate', t('node_manage.rate'), t('node_manage.rate_text'))} />
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
      label={t('node_manage.protocol')}
      data={PROTOCOLS.map((value) => ({ value, label: t(`node_manage.protocol_${value}`) }))}
      value={settings.protocol}
      onChange={(event) => choose(PROTOCOLS.find((each) => each === event.currentTarget.value) ?? 'vless')}
    />
  )
}
