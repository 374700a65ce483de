import { Button, NativeSelect, NumberInput, Switch, TagsInput, TextInput } from '@mantine/core'
import { MIN_CLIENT_VERS, type Reality } from '@portico/contract/protocol-blocks'
import { isOftenBlocked } from '@portico/contract/reality-targets'
import { useT } from '../../i18n.ts'
import { fieldOf } from '../../ui/form/field-of.ts'
import { FieldRow, FormSection } from '../../ui/form/form-section.tsx'
import { MoreFields } from '../../ui/form/more-fields.tsx'
import type { NodeFormApi } from '../node-form.ts'
import { Fingerprint } from './tls-fields.tsx'
import { useRealityKeys, useSignatureKeys } from './use-reality-keys.ts'
import styles from '../nodes-manage.module.css'

const AT = 'settings.reality'
const MORE = ['other_server_names', 'other_short_ids', 'min_client_ver', 'mldsa65_seed', 'mldsa65_verify'] as const

/** Reality: the site it impersonates, and its keys. */
export function RealityFields({ form }: { form: NodeFormApi }) {
  const t = useT()
  const generate = useRealityKeys(form)
  const reality = realityOf(form)
  const props = (key: keyof Reality) => form.getInputProps(`${AT}.${key}`)
  return (
    <FormSection title="Reality" text={t('node_manage.reality_text')}>
      <FieldRow>
        <TextInput
          placeholder="www.example.com"
          {...fieldOf(form, `${AT}.server_name`, t('node_manage.reality_server_name'), t('node_manage.reality_server_name_text'))}
        />
        <NumberInput
          label={t('node_manage.reality_port')}
          description={t('node_manage.reality_port_text')}
          allowDecimal={false}
          clampBehavior="none"
          {...props('server_port')}
        />
      </FieldRow>
      {[reality.server_name, ...(reality.other_server_names ?? [])].some(isOftenBlocked) && (
        <p className={styles['caution']} role="status">
          {t('node_manage.reality_often_blocked')}
        </p>
      )}
      <TextInput
        label={t('node_manage.reality_dest')}
        description={t('node_manage.reality_dest_text')}
        placeholder={t('node_manage.reality_dest_same')}
        {...props('dest')}
      />
      <div className={styles['keys']}>
        <span>{t('node_manage.keys_text')}</span>
        <Button variant="default" loading={generate.isPending} onClick={() => generate.mutate()}>
          {t('node_manage.generate')}
        </Button>
      </div>
      <TextInput label={t('node_manage.private_key')} autoComplete="off" spellCheck={false} {...props('private_key')} />
      <TextInput label={t('node_manage.public_key')} autoComplete="off" spellCheck={false} {...props('public_key')} />
      <FieldRow>
        <TextInput
          label={t('node_manage.short_id')}
          description={t('node_manage.short_id_text')}
          spellCheck={false}
          {...props('short_id')}
        />
        <Fingerprint form={form} path={`${AT}.fingerprint`} />
      </FieldRow>
      <MoreFields
        title={t('node_manage.reality_more')}
        isFilled={MORE.some((key) => (reality[key] ?? '').length > 0)}
        errors={form.errors}
        of={MORE.map((key) => `${AT}.${key}`)}
      >
        <RealityMore form={form} />
      </MoreFields>
    </FormSection>
  )
}

/** What most nodes do without. */
function RealityMore({ form }: { form: NodeFormApi }) {
  const t = useT()
  const clients = fieldOf(form, `${AT}.min_client_ver`, t('node_manage.reality_clients'), t('node_manage.reality_clients_text'))
  return (
    <>
      <OtherValues form={form} name="other_server_names" />
      <OtherValues form={form} name="other_short_ids" />
      <NativeSelect
        data={MIN_CLIENT_VERS.map((value) => ({
          value,
          label: value === '' ? t('node_manage.reality_clients_all') : t('node_manage.reality_clients_xray', { version: value }),
        }))}
        {...clients}
        value={clients.value ?? ''}
      />
      <SecondSignature form={form} />
    </>
  )
}

/** Values that the node takes beside the one in profiles. */
function OtherValues({ form, name }: { form: NodeFormApi; name: 'other_server_names' | 'other_short_ids' }) {
  const t = useT()
  const field = fieldOf(form, `${AT}.${name}`, t(`node_manage.${name}`), t(`node_manage.${name}_text`))
  const error = Object.entries(form.errors).find(([path]) => path.startsWith(`${AT}.${name}`))?.[1]
  return <TagsInput maxTags={16} {...field} value={field.value ?? []} error={error} />
}

function SecondSignature({ form }: { form: NodeFormApi }) {
  const t = useT()
  const { generate, remove } = useSignatureKeys(form)
  const { mldsa65_seed: seed } = realityOf(form)
  const field = { autoComplete: 'off', spellCheck: false } as const
  return (
    <>
      <Switch
        label={t('node_manage.mldsa65')}
        description={t('node_manage.mldsa65_text')}
        checked={Boolean(seed)}
        disabled={generate.isPending}
        onChange={(event) => (event.currentTarget.checked ? generate.mutate() : remove())}
      />
      {seed && (
        <>
          <TextInput {...field} {...fieldOf(form, `${AT}.mldsa65_seed`, t('node_manage.mldsa65_seed'))} />
          <TextInput {...field} {...fieldOf(form, `${AT}.mldsa65_verify`, t('node_manage.mldsa65_verify'))} />
        </>
      )}
    </>
  )
}

/** The caller draws this only if the settings have this block. */
function realityOf(form: NodeFormApi): Reality {
  return (form.values.settings as unknown as { reality: Reality }).reality
}
