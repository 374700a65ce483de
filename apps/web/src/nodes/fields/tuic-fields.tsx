import { MultiSelect, NativeSelect, Switch } from '@mantine/core'
import { useT } from '../../i18n.ts'
import { fieldOf, flagOf } from '../../ui/form/field-of.ts'
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
            data={['bbr', 'cubic', 'new_reno']}
            {...fieldOf(form, 'settings.congestion_control', t('node_manage.congestion'))}
          />
          <NativeSelect data={['native', 'quic']} {...fieldOf(form, 'settings.udp_relay_mode', t('node_manage.udp_relay'))} />
          <MultiSelect label="ALPN" data={['h3', 'spdy/3.1']} {...form.getInputProps('settings.alpn')} />
        </FieldRow>
        <Switch {...flagOf(form, 'settings.zero_rtt', t('node_manage.zero_rtt'), t('node_manage.zero_rtt_text'))} />
      </FormSection>
      <TlsFields form={form} quic />
    </>
  )
}
