import { NativeSelect } from '@mantine/core'
import { emptyBlocks } from '@portico/contract/empty-settings'
import type { SettingsOf } from '@portico/contract/protocols'
import { useT } from '../../i18n.ts'
import { fieldOf } from '../../ui/form/field-of.ts'
import { FormSection } from '../../ui/form/form-section.tsx'
import type { NodeFormApi } from '../node-form.ts'
import { TlsFields } from './tls-fields.tsx'

/** SOCKS and HTTP proxies, with or without TLS. */
export function PlainFields({ form, title }: { form: NodeFormApi; title: string }) {
  const t = useT()
  // The caller draws this only for these two protocols.
  const settings = form.values.settings as SettingsOf<'socks' | 'http'>
  const choose = (security: 'none' | 'tls'): void => {
    form.setFieldValue('settings', { ...settings, security, tls: settings.tls ?? (security === 'tls' ? emptyBlocks().tls : null) })
    form.clearErrors()
  }
  return (
    <>
      <FormSection title={title}>
        <NativeSelect
          data={[
            { value: 'none', label: t('node_manage.security_none') },
            { value: 'tls', label: t('node_manage.security_tls') },
          ]}
          {...fieldOf(form, 'settings.security', t('node_manage.security'), t('node_manage.plain_text'))}
          onChange={(event) => choose(event.currentTarget.value === 'tls' ? 'tls' : 'none')}
        />
      </FormSection>
      {settings.security === 'tls' && <TlsFields form={form} />}
    </>
  )
}
