import { TextInput } from '@mantine/core'
import { useT } from '../../i18n.ts'
import { fieldOf } from '../../ui/form/field-of.ts'
import { FormSection } from '../../ui/form/form-section.tsx'
import type { NodeFormApi } from '../node-form.ts'

/** Naive: the only setting is the name on its certificate. */
export function NaiveFields({ form }: { form: NodeFormApi }) {
  const t = useT()
  return (
    <FormSection title="Naive" text={t('node_manage.naive_text')}>
      <TextInput
        placeholder={t('node_manage.same_as_host')}
        {...fieldOf(form, 'settings.tls.server_name', t('node_manage.server_name'), t('node_manage.server_name_text'))}
      />
    </FormSection>
  )
}
