import { MultiSelect, NativeSelect, Switch, TextInput } from '@mantine/core'
import { FINGERPRINTS } from '@portico/contract/protocols'
import { useT } from '../../i18n.ts'
import { FieldRow, FormSection } from '../../ui/form/form-section.tsx'
import { certificateText } from './certificate-text.ts'
import { EchFields } from './ech-fields.tsx'
import type { NodeFormApi } from '../node-form.ts'

/** TLS of a node. Protocols over QUIC have neither ALPN nor a fingerprint here. */
export function TlsFields({ form, quic = false }: { form: NodeFormApi; quic?: boolean }) {
  const t = useT()
  const { settings, host } = form.values
  // Where encryption can be chosen, the choice says it.
  const text = 'security' in settings ? {} : { text: certificateText(host, false) }
  return (
    <FormSection title="TLS" {...text}>
      <TextInput
        label={t('node_manage.server_name')}
        description={t('node_manage.server_name_text')}
        placeholder={t('node_manage.same_as_host')}
        {...form.getInputProps('settings.tls.server_name')}
      />
      {!quic && (
        <FieldRow>
          <MultiSelect
            label="ALPN"
            description={t('node_manage.alpn_text')}
            data={['h2', 'http/1.1']}
            {...form.getInputProps('settings.tls.alpn')}
          />
          <Fingerprint form={form} path="settings.tls.fingerprint" optional />
        </FieldRow>
      )}
      <Switch
        label={t('node_manage.allow_insecure')}
        description={t('node_manage.allow_insecure_text')}
        {...form.getInputProps('settings.tls.allow_insecure', { type: 'checkbox' })}
      />
      {!quic && <EchFields form={form} />}
    </FormSection>
  )
}

/** The browser whose handshake clients imitate. */
export function Fingerprint({ form, path, optional = false }: { form: NodeFormApi; path: string; optional?: boolean }) {
  const t = useT()
  const values = FINGERPRINTS.filter((value) => optional || value !== '')
  return (
    <NativeSelect
      label={t('node_manage.fingerprint')}
      description={t('node_manage.fingerprint_text')}
      data={values.map((value) => ({ value, label: value || t('node_manage.fingerprint_none') }))}
      {...form.getInputProps(path)}
    />
  )
}
