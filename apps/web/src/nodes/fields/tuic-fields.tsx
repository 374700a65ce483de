import { MultiSelect, NativeSelect, Switch } from '@mantine/core'
import { useT } from '../../i18n.ts'
import { FieldRow, FormSection } from '../../ui/form/form-section.tsx'
import type { NodeFormApi } from '../node-form.ts'
import { TlsFields } from './tls-fields.tsx'

/** TUIC: congestion control and UDP relay mode. */
export function TuicFields({ form }: { form: NodeFormApi }) {
  const t = useT()
  return (
    <>
      <FormSection title="TUIC">
        <FieldRow>
          <NativeSelect
            label={t('node_manage.congestion')}
            data={['bbr', 'cubic', 'new_reno']}
            {...form.getInputProps('settings.congestion_control')}
          />
          <NativeSelect label={t('node_manage.udp_relay')} data={['native', 'quic']} {...form.getInputProps('settings.udp_relay_mode')} />
          <MultiSelect label="ALPN" data={['h3', 'spdy/3.1']} {...form.getInputProps('settings.alpn')} />
        </FieldRow>
        <Switch
          label={t('node_manage.zero_rtt')}
          description={t('node_manage.zero_rtt_text')}
          {...form.getInputProps('settings.zero_rtt', { type: 'checkbox' })}
        />
      </FormSection>
      <TlsFields form={form} quic />
    </>
  )
}
