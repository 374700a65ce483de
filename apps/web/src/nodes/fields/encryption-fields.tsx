import { Textarea } from '@mantine/core'
import { useT } from '../../i18n.ts'
import { fieldOf } from '../../ui/form/field-of.ts'
import { FormSection } from '../../ui/form/form-section.tsx'
import type { NodeFormApi } from '../node-form.ts'

/** VLESS encryption: one string for clients and its counterpart for the node. */
export function EncryptionFields({ form }: { form: NodeFormApi }) {
  const t = useT()
  const field = { autosize: true, minRows: 1, maxRows: 4, spellCheck: false, autoComplete: 'off' } as const
  return (
    <FormSection title={t('node_manage.encryption')} text={t('node_manage.encryption_text')}>
      <Textarea {...field} {...fieldOf(form, 'settings.encryption', t('node_manage.encryption_client'))} />
      <Textarea {...field} {...fieldOf(form, 'settings.decryption', t('node_manage.encryption_node'))} />
    </FormSection>
  )
}
