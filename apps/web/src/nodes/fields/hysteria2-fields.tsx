import { NativeSelect, NumberInput, TextInput } from '@mantine/core'
import type { Hysteria2Settings } from '@portico/contract/protocols'
import { useT } from '../../i18n.ts'
import { FieldRow, FormSection } from '../../ui/form/form-section.tsx'
import type { NodeFormApi } from '../node-form.ts'
import { TlsFields } from './tls-fields.tsx'

/** Hysteria 2: the node's bandwidth, and Salamander obfuscation. */
export function Hysteria2Fields({ form }: { form: NodeFormApi }) {
  const t = useT()
  const { obfs } = form.values.settings as Hysteria2Settings
  const speed = { suffix: ' Mbps', min: 0, allowDecimal: false } as const
  return (
    <>
      <FormSection title="Hysteria 2">
        <FieldRow>
          <NumberInput
            label={t('node_manage.up')}
            description={t('node_manage.up_text')}
            {...speed}
            {...form.getInputProps('settings.up_mbps')}
          />
          <NumberInput
            label={t('node_manage.down')}
            description={t('node_manage.down_text')}
            {...speed}
            {...form.getInputProps('settings.down_mbps')}
          />
        </FieldRow>
        <HopInterval form={form} />
        <NativeSelect
          label={t('node_manage.obfs')}
          data={[
            { value: '', label: t('node_manage.obfs_none') },
            { value: 'salamander', label: 'Salamander' },
          ]}
          {...form.getInputProps('settings.obfs')}
        />
        {obfs === 'salamander' && (
          <TextInput
            label={t('node_manage.obfs_password')}
            description={t('node_manage.obfs_password_text')}
            autoComplete="off"
            {...form.getInputProps('settings.obfs_password')}
          />
        )}
      </FormSection>
      <TlsFields form={form} quic />
    </>
  )
}

/** How long a client stays on one port of a range before it hops. */
export function HopInterval({ form }: { form: NodeFormApi }) {
  const t = useT()
  return (
    <NumberInput
      label={t('node_manage.hop_interval')}
      description={t('node_manage.hop_interval_text')}
      min={0}
      allowDecimal={false}
      {...form.getInputProps('settings.hop_interval')}
    />
  )
}
