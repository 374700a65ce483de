import { Switch, Textarea } from '@mantine/core'
import type { Tls } from '@portico/contract/protocols'
import { useT } from '../../i18n.ts'
import type { NodeFormApi } from '../node-form.ts'

/** ECH of a node's TLS, filled in when it is switched on. */
export function EchFields({ form }: { form: NodeFormApi }) {
  const t = useT()
  // The caller draws this where there is a TLS block of this kind alone.
  const { ech } = (form.values.settings as unknown as { tls: Tls }).tls
  const field = { autosize: true, minRows: 1, maxRows: 4, spellCheck: false, autoComplete: 'off' } as const
  return (
    <>
      <Switch
        label={t('node_manage.ech')}
        description={t('node_manage.ech_text')}
        checked={ech !== null}
        onChange={(event) => form.setFieldValue('settings.tls.ech', event.currentTarget.checked ? { config: '', key: '' } : null)}
      />
      {ech && (
        <>
          <Textarea
            label={t('node_manage.ech_config')}
            description={t('node_manage.ech_config_text')}
            {...field}
            {...form.getInputProps('settings.tls.ech.config')}
          />
          <Textarea
            label={t('node_manage.ech_key')}
            description={t('node_manage.ech_key_text')}
            {...field}
            {...form.getInputProps('settings.tls.ech.key')}
          />
        </>
      )}
    </>
  )
}
