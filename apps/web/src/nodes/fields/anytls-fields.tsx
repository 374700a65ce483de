import { Textarea } from '@mantine/core'
import type { AnytlsSettings } from '@portico/contract/protocols'
import { useT } from '../../i18n.ts'
import { FormSection } from '../../ui/form/form-section.tsx'
import type { NodeFormApi } from '../node-form.ts'
import { TlsFields } from './tls-fields.tsx'

/** AnyTLS: the padding scheme, one rule per line. */
export function AnytlsFields({ form }: { form: NodeFormApi }) {
  const t = useT()
  const { padding_scheme: lines } = form.values.settings as AnytlsSettings
  const error = Object.entries(form.errors).find(([key]) => key.startsWith('settings.padding_scheme'))?.[1]
  return (
    <>
      <FormSection title="AnyTLS">
        <Textarea
          label={t('node_manage.padding')}
          description={t('node_manage.padding_text')}
          placeholder={'stop=8\n0=30-30'}
          autosize
          minRows={3}
          spellCheck={false}
          value={lines.join('\n')}
          onChange={(event) => form.setFieldValue('settings.padding_scheme', event.currentTarget.value.split('\n'))}
          error={error}
        />
      </FormSection>
      <TlsFields form={form} />
    </>
  )
}
