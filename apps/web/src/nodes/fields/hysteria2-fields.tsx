import { NativeSelect, NumberInput, TextInput } from '@mantine/core'
import { HYSTERIA2_OBFS, type Hysteria2Settings } from '@portico/contract/protocols'
import { useT } from '../../i18n.ts'
import { fieldOf } from '../../ui/form/field-of.ts'
import { FieldRow, FormSection } from '../../ui/form/form-section.tsx'
import type { NodeFormApi } from '../node-form.ts'
import { TlsFields } from './tls-fields.tsx'

const OBFS_NAMES: Partial<Record<Hysteria2Settings['obfs'], string>> = { salamander: 'Salamander', gecko: 'Gecko' }

/** Hysteria 2: the node's bandwidth, and its obfuscation. */
export function Hysteria2Fields({ form }: { form: NodeFormApi }) {
  const t = useT()
  const { obfs } = form.values.settings as Hysteria2Settings
  const speed = { suffix: ' Mbps', min: 0, allowDecimal: false } as const
  return (
    <>
      <FormSection title="Hysteria 2">
        <FieldRow>
          <NumberInput {...speed} {...fieldOf(form, 'settings.up_mbps', t('node_manage.up'), t('node_manage.up_text'))} />
          <NumberInput {...speed} {...fieldOf(form, 'settings.down_mbps', t('node_manage.down'), t('node_manage.down_text'))} />
        </FieldRow>
        <HopInterval form={form} />
        <NativeSelect
          data={HYSTERIA2_OBFS.map((value) => ({ value, label: OBFS_NAMES[value] ?? t('node_manage.obfs_none') }))}
          {...fieldOf(form, 'settings.obfs', t('node_manage.obfs'), obfs === 'gecko' ? t('node_manage.gecko_text') : undefined)}
        />
        {obfs !== '' && (
          <TextInput
            autoComplete="off"
            {...fieldOf(form, 'settings.obfs_password', t('node_manage.obfs_password'), t('node_manage.obfs_password_text'))}
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
      min={0}
      allowDecimal={false}
      {...fieldOf(form, 'settings.hop_interval', t('node_manage.hop_interval'), t('node_manage.hop_interval_text'))}
    />
  )
}
