import { NumberInput, TextInput } from '@mantine/core'
import { useT } from '../../i18n.ts'
import { FieldRow, FormSection } from '../../ui/form/form-section.tsx'
import { HopInterval } from './hysteria2-fields.tsx'
import type { NodeFormApi } from '../node-form.ts'
import { TlsFields } from './tls-fields.tsx'

/** Hysteria 1: the node's bandwidth, which is required, and the obfuscation password. */
export function HysteriaFields({ form }: { form: NodeFormApi }) {
  const t = useT()
  const speed = { suffix: ' Mbps', min: 1, allowDecimal: false } as const
  return (
    <>
      <FormSection title="Hysteria 1">
        <FieldRow>
          <NumberInput
            label={t('node_manage.up')}
            description={t('node_manage.up_v1_text')}
            {...speed}
            {...form.getInputProps('settings.up_mbps')}
          />
          <NumberInput
            label={t('node_manage.down')}
            description={t('node_manage.down_v1_text')}
            {...speed}
            {...form.getInputProps('settings.down_mbps')}
          />
        </FieldRow>
        <HopInterval form={form} />
        <TextInput
          label={t('node_manage.obfs_password')}
          description={t('node_manage.obfs_v1_text')}
          autoComplete="off"
          {...form.getInputProps('settings.obfs_password')}
        />
      </FormSection>
      <TlsFields form={form} quic />
    </>
  )
}
