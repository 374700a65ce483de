import { Switch, Textarea } from '@mantine/core'
import type { Tls } from '@portico/contract/protocol-blocks'
import { useT } from '../../i18n.ts'
import { fieldOf } from '../../ui/form/field-of.ts'
import type { NodeFormApi } from '../node-form.ts'

/** The ECH settings of a node's TLS. Switching ECH on adds empty ones. */
export function EchFields({ form }: { form: NodeFormApi }) {
  const t = useT()
  // The caller draws this only if the settings have this kind of TLS block.
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
            {...field}
            {...fieldOf(form, 'settings.tls.ech.config', t('node_manage.ech_config'), t('node_manage.ech_config_text'))}
          />
          <Textarea {...field} {...fieldOf(form, 'settings.tls.ech.key', t('node_manage.ech_key'), t('node_manage.ech_key_text'))} />
        </>
      )}
    </>
  )
}
