import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { emptyBlocks } from '@portico/contract/empty-settings'
import { CDN_HEADERS } from '@portico/contract/protocol-blocks'
import type { SettingsOf } from '@portico/contract/protocols'
import { useT } from '../../i18n.ts'
import { fieldOf } from '../../ui/form/field-of.ts'
import { FieldRow, FormSection } from '../../ui/form/form-section.tsx'
import { mayHaveFlow, type NodeFormApi } from '../node-form.ts'
import { securityText } from './certificate-text.ts'
import { RealityFields } from './reality-fields.tsx'
import { TlsFields } from './tls-fields.tsx'

type Network = 'tcp' | 'ws' | 'grpc' | 'httpupgrade' | 'xhttp'
type Security = 'none' | 'tls' | 'reality'
type Stream = SettingsOf<'vless' | 'vmess' | 'trojan'>

interface StreamProps {
  form: NodeFormApi
  networks: readonly Network[]
  securities: readonly Security[]
}

/** Transport and encryption, shared by VLESS, VMess and Trojan. Choosing an option for the first time adds its settings. */
export function StreamFields({ form, networks, securities }: StreamProps) {
  const t = useT()
  // The caller draws this only for these three protocols.
  const settings = form.values.settings as Stream
  const choose = (key: 'network' | 'security', value: Network | Security): void => {
    const blocks: Record<string, unknown> = emptyBlocks()
    const present = (settings as Record<string, unknown>)[value]
    const block = value in blocks && !present ? { [value]: blocks[value] } : {}
    form.setFieldValue('settings', { ...settings, [key]: value, ...block })
    form.clearErrors()
  }
  return (
    <>
      <FormSection title={t('node_manage.transport')}>
        <FieldRow>
          <NativeSelect
            data={networks.map((value) => ({ value, label: t(`node_manage.network_${value}`) }))}
            {...fieldOf(form, 'settings.network', t('node_manage.network'))}
            onChange={(event) => choose('network', networks.find((each) => each === event.currentTarget.value) ?? 'tcp')}
          />
          <NativeSelect
            label={t('node_manage.security')}
            description={securityText(settings, form.values.host, securities.includes('reality'))}
            data={securities.map((value) => ({ value, label: t(`node_manage.security_${value}`) }))}
            {...form.getInputProps('settings.security')}
            onChange={(event) => choose('security', securities.find((each) => each === event.currentTarget.value) ?? 'tls')}
          />
        </FieldRow>
        <NetworkFields form={form} network={settings.network} />
        {settings.protocol === 'vless' && mayHaveFlow(settings) && (
          <NativeSelect
            data={[
              { value: '', label: t('node_manage.flow_none') },
              { value: 'xtls-rprx-vision', label: 'xtls-rprx-vision' },
            ]}
            {...fieldOf(form, 'settings.flow', t('node_manage.flow'), t('node_manage.flow_text'))}
          />
        )}
      </FormSection>
      {settings.security === 'tls' && <TlsFields form={form} />}
      {settings.security === 'reality' && <RealityFields form={form} />}
    </>
  )
}

/** Which CDN stands before the node, so that devices are counted by the members' addresses and not by the CDN's. */
function BehindCdn({ form, network }: { form: NodeFormApi; network: Exclude<Network, 'tcp'> }) {
  const t = useT()
  const field = fieldOf(form, `settings.${network}.cdn_header`, t('node_manage.cdn'), t('node_manage.cdn_text'))
  return (
    <NativeSelect
      data={CDN_HEADERS.map((value) => ({ value, label: t(`node_manage.cdn_${value === '' ? 'none' : value}`) }))}
      {...field}
      value={field.value ?? ''}
    />
  )
}

function NetworkFields({ form, network }: { form: NodeFormApi; network: Network }) {
  const t = useT()
  if (network === 'tcp') return null
  if (network === 'grpc') {
    return (
      <FieldRow>
        <TextInput {...fieldOf(form, 'settings.grpc.service_name', t('node_manage.service_name'))} />
        <BehindCdn form={form} network={network} />
      </FieldRow>
    )
  }
  return (
    <>
      <FieldRow>
        <TextInput {...fieldOf(form, `settings.${network}.path`, t('node_manage.path'))} />
        <TextInput placeholder={t('node_manage.same_as_host')} {...fieldOf(form, `settings.${network}.host`, t('node_manage.ws_host'))} />
      </FieldRow>
      <BehindCdn form={form} network={network} />
      {network === 'xhttp' && (
        <>
          <NativeSelect
            data={['auto', 'packet-up', 'stream-up', 'stream-one']}
            {...fieldOf(form, 'settings.xhttp.mode', t('node_manage.xhttp_mode'))}
          />
          <Textarea
            autosize
            minRows={1}
            maxRows={10}
            spellCheck={false}
            {...fieldOf(form, 'settings.xhttp.extra', t('node_manage.xhttp_extra'), t('node_manage.xhttp_extra_text'))}
          />
        </>
      )}
    </>
  )
}
