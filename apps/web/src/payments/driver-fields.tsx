import { Select, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { DriverField } from '@portico/contract/payments-admin'
import { messageKey, useT } from '../i18n.ts'
import { FormSection } from '../ui/form/form-section.tsx'
import { useInLanguages } from '../ui/form/in-languages.tsx'
import { PasswordField } from '../ui/form/password-field.tsx'
import type { DriverForm, MethodForm } from './payment-method-form.ts'

interface FieldsProps {
  form: UseFormReturnType<MethodForm>
  driver: DriverForm
  secretsSet: string[]
}

/** The settings of a driver, drawn from the driver's own description. */
export function DriverFields({ form, driver, secretsSet }: FieldsProps) {
  const t = useT()
  if (driver.fields.length === 0) return null
  return (
    <FormSection title={t(driver.driver === 'manual' ? 'pay_method.transfer' : 'pay_method.connection')}>
      {driver.fields.map((field) => (
        <OneField key={`${driver.driver}.${field.key}`} form={form} driver={driver} field={field} isSet={secretsSet.includes(field.key)} />
      ))}
    </FormSection>
  )
}

interface FieldProps {
  form: UseFormReturnType<MethodForm>
  driver: DriverForm
  field: DriverField
  isSet: boolean
}

function OneField({ form, driver, field, isSet }: FieldProps) {
  const t = useT()
  // Both Alipay drivers ask for the same settings.
  const name = `pay_method.${driver.driver.startsWith('alipay_') ? 'alipay' : driver.driver}_${field.key}`
  const shared = {
    label: t(messageKey(name)),
    description: t(messageKey(`${name}_text`)),
    required: field.required && !isSet,
    ...form.getInputProps(`config.${field.key}`),
  }
  switch (field.kind) {
    case 'secret':
      return <PasswordField {...shared} autoComplete="new-password" placeholder={isSet ? t('pay_method.secret_set') : ''} />
    case 'long_text':
      return driver.driver === 'manual' && field.key === 'instructions' ? (
        <Instructions form={form} required={field.required} label={t(messageKey(name))} description={t(messageKey(`${name}_text`))} />
      ) : (
        <Textarea {...shared} autosize minRows={4} maxRows={12} />
      )
    case 'choice': {
      const choices = field.choices.map((value) => ({ value, label: t(messageKey(`pay_method.choice_${value}`)) }))
      // A cleared field gives null, but a setting is text.
      const choose = (value: string | null) => form.setFieldValue(`config.${field.key}`, value ?? '')
      return <Select {...shared} data={choices} clearable={!field.required} onChange={choose} />
    }
    case 'url':
      return <TextInput {...shared} type="url" placeholder="https://" />
    case 'text':
      return <TextInput {...shared} />
  }
}

/** Field for where to pay, the only setting payers read. */
function Instructions({ form, label, ...shared }: { form: FieldProps['form']; label: string; description: string; required: boolean }) {
  const text = useInLanguages(form, 'config.instructions', label, (_, language) => `translations.${language}.instructions`)
  return <Textarea {...shared} autosize minRows={4} maxRows={12} {...text} />
}
