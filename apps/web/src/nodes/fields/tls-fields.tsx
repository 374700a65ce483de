import { MultiSelect, NativeSelect, Switch, TextInput } from '@mantine/core'
import { FINGERPRINTS } from '@portico/contract/protocol-blocks'
import { useT } from '../../i18n.ts'
import { fieldOf, flagOf } from '../../ui/form/field-of.ts'
import { FieldRow, FormSection } from '../../ui/form/form-section.tsx'
import type { NodeFormApi } from '../node-form.ts'
import { certificateText } from './certificate-text.ts'
import { EchFields } from './ech-fields.tsx'

/** TLS of a node. Protocols over QUIC have neither ALPN nor a fingerprint here. */
export function TlsFields({ form, quic = false }: { form: NodeFormApi; quic?: boolean }) {
  const t = useT()
  const { settings, host } = form.values
  // Where encryption can be chosen, the choice says it.
  const text = 'security' in settings ? {} : { text: certificateText(host, false) }
  return (
    <FormSection title="TLS" {...text}>
      <TextInput
        placeholder={t('node_manage.same_as_host')}
        {...fieldOf(form, 'settings.tls.server_name', t('node_manage.server_name'), t('node_manage.server_name_text'))}
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
      <Switch {...flagOf(form, 'settings.tls.allow_insecure', t('node_manage.allow_insecure'), t('node_manage.allow_insecure_text'))} />
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
      data={values.map((value) => ({ value, label: value || t('node_manage.fingerprint_none') }))}
      {...fieldOf(form, path, t('node_manage.fingerprint'), t('node_manage.fingerprint_text'))}
    />
  )
}
