import { NativeSelect, Switch, Textarea, TextInput } from '@mantine/core'
import { Certificate } from '@portico/contract/node-software'
import { useT } from '../../i18n.ts'
import { flagOf } from '../../ui/form/field-of.ts'
import { FieldRow, FormSection } from '../../ui/form/form-section.tsx'
import type { MachineFormApi } from '../machine-form.ts'

const MODES = Certificate.shape.mode.options

/** Where the nodes of a machine get their certificates. */
export function CertificateFields({ form }: { form: MachineFormApi }) {
  const t = useT()
  const { mode } = form.values.certificate
  const props = (key: string) => form.getInputProps(`certificate.${key}`)
  const files = mode === 'file' ? {} : { description: t('machine.files_text') }
  return (
    <FormSection title={t('machine.certificate')} text={t('machine.certificate_text')}>
      <NativeSelect
        label={t('machine.certificate_mode')}
        data={MODES.map((value) => ({ value, label: t(`machine.certificate_${value}`) }))}
        {...props('mode')}
      />
      <FieldRow>
        <TextInput label={t('machine.cert_file')} {...files} spellCheck={false} {...props('cert_file')} />
        <TextInput label={t('machine.key_file')} {...files} spellCheck={false} {...props('key_file')} />
      </FieldRow>
      {mode === 'dns' && (
        <>
          <TextInput label={t('machine.provider')} description={t('machine.provider_text')} spellCheck={false} {...props('provider')} />
          <Textarea
            label={t('machine.dns_env')}
            description={t('machine.dns_env_text')}
            autosize
            minRows={2}
            autoComplete="off"
            spellCheck={false}
            {...props('dns_env')}
          />
        </>
      )}
      <Switch {...flagOf(form, 'certificate.reject_unknown_sni', t('machine.reject_sni'), t('machine.reject_sni_text'))} />
    </FormSection>
  )
}
