import { Button, NativeSelect, Switch, TextInput } from '@mantine/core'
import { adminGenerateKeys } from '@portico/contract/nodes-admin'
import { SHADOWSOCKS_CIPHERS, shadowsocksKeyBytes, type ShadowsocksSettings } from '@portico/contract/protocols'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useT } from '../../i18n.ts'
import { fieldOf, flagOf } from '../../ui/form/field-of.ts'
import { FieldRow, FormSection } from '../../ui/form/form-section.tsx'
import type { NodeFormApi } from '../node-form.ts'
import styles from '../nodes-manage.module.css'

/** Shadowsocks: cipher, server key (2022 ciphers only) and obfuscation. */
export function ShadowsocksFields({ form }: { form: NodeFormApi }) {
  const t = useT()
  const { cipher, obfs } = form.values.settings as ShadowsocksSettings
  const bytes = shadowsocksKeyBytes(cipher)
  const generate = useMutation({
    mutationFn: () => call(adminGenerateKeys, {}),
    onSuccess: (keys) => form.setFieldValue('settings.server_key', bytes === 16 ? keys.ss2022_16 : keys.ss2022_32),
  })
  return (
    <FormSection title="Shadowsocks">
      <NativeSelect data={[...SHADOWSOCKS_CIPHERS]} {...fieldOf(form, 'settings.cipher', t('node_manage.cipher'))} />
      {bytes !== null && (
        <>
          <TextInput
            autoComplete="off"
            spellCheck={false}
            {...fieldOf(form, 'settings.server_key', t('node_manage.server_key'), t('node_manage.server_key_text', { n: bytes }))}
          />
          <div className={styles['keys']}>
            <span>{t('node_manage.keys_text')}</span>
            <Button variant="default" loading={generate.isPending} onClick={() => generate.mutate()}>
              {t('node_manage.generate')}
            </Button>
          </div>
        </>
      )}
      <NativeSelect
        data={[
          { value: '', label: t('node_manage.obfs_none') },
          { value: 'http', label: 'HTTP (simple-obfs)' },
          { value: 'tls', label: 'TLS (simple-obfs)' },
          { value: 'websocket', label: 'WebSocket (v2ray-plugin)' },
        ]}
        {...fieldOf(form, 'settings.obfs', t('node_manage.obfs'))}
      />
      {obfs !== '' && (
        <FieldRow>
          <TextInput {...fieldOf(form, 'settings.obfs_host', t('node_manage.obfs_host'))} />
          {obfs !== 'tls' && (
            <TextInput
              label={t('node_manage.path')}
              description={obfs === 'http' && t('node_manage.obfs_path_text')}
              placeholder="/"
              {...form.getInputProps('settings.obfs_path')}
            />
          )}
        </FieldRow>
      )}
      {obfs === 'websocket' && <Switch {...flagOf(form, 'settings.obfs_tls', t('node_manage.obfs_tls'))} />}
    </FormSection>
  )
}
