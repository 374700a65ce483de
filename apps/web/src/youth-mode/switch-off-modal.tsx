import { useForm } from '@mantine/form'
import { getYouthMode, switchYouthModeOff } from '@portico/contract/youth-mode'
import { call } from '../api/call.ts'
import { useWho } from '../api/who.ts'
import { useT } from '../i18n.ts'
import { PasswordField } from '../ui/form/password-field.tsx'
import { FormModal } from '../ui/form/form-modal.tsx'
import { schemaErrors } from '../ui/form/schema-errors.ts'
import { useSave } from '../ui/use-save.ts'

/** Lifts the blocks after asking for the password. */
export function SwitchOffModal({ onClose }: { onClose: () => void }) {
  const t = useT()
  const { email } = useWho()
  const form = useForm({ initialValues: { password: '' }, validate: (values) => schemaErrors(switchYouthModeOff.body, values) })
  const switchOff = useSave({
    form,
    send: (body: { password: string }) => call(switchYouthModeOff, { body }),
    done: t('youth.is_off'),
    changes: [getYouthMode],
    after: onClose,
  })
  return (
    <FormModal
      title={t('youth.off_title')}
      submit={t('youth.off')}
      saving={switchOff.isPending}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => switchOff.mutate(values))}
    >
      {/* Tells password managers whose password this is. */}
      <input type="email" name="username" autoComplete="username" value={email ?? ''} readOnly hidden />
      <PasswordField
        label={t('youth.password')}
        description={t('youth.password_text')}
        autoComplete="current-password"
        maxLength={128}
        data-autofocus
        {...form.getInputProps('password')}
      />
    </FormModal>
  )
}
