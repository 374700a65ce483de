import { NumberInput, TextInput } from '@mantine/core'
import { useT } from '../../i18n.ts'
import { fieldOf } from '../../ui/form/field-of.ts'
import { FieldRow, FormSection } from '../../ui/form/form-section.tsx'
import type { NodeFormApi } from '../node-form.ts'
import { HopInterval } from './hysteria2-fields.tsx'
import { TlsFields } from './tls-fields.tsx'

/** Hysteria 1: the node's bandwidth, which is required, and the obfuscation password. */
export function HysteriaFields({ form }: { form: NodeFormApi }) {
  const t = useT()
  const speed = { suffix: ' Mbps', min: 1, allowDecimal: false } as const
  return (
    <>
      <FormSection title="Hysteria 1">
        <FieldRow>
          <NumberInput {...speed} {...fieldOf(form, 'settings.up_mbps', t('node_manage.up'), t('node_manage.up_v1_text'))} />
          <NumberInput {...speed} {...fieldOf(form, 'settings.down_mbps', t('node_manage.down'), t('node_manage.down_v1_text'))} />
        </FieldRow>
        <HopInterval form={form} />
        <TextInput
          autoComplete="off"
          {...fieldOf(form, 'settings.obfs_password', t('node_manage.obfs_password'), t('node_manage.obfs_v1_text'))}
        />
      </FormSection>
      <TlsFields form={form} quic />
    </>
  )
}
