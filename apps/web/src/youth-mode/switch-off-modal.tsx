import { getYouthMode, switchYouthModeOff } from '@portico/contract/youth-mode'
import { call } from '../api/call.ts'
import { useWho } from '../api/who.ts'
import { useT } from '../i18n.ts'
import { fieldOf } from '../ui/form/field-of.ts'
import { FormModal } from '../ui/form/form-modal.tsx'
import { PasswordField } from '../ui/form/password-field.tsx'
import { useSavedForm } from '../ui/form/use-saved-form.ts'

/** Lifts the blocks after asking for the password. */
export function SwitchOffModal({ onClose }: { onClose: () => void }) {
  const t = useT()
  const { email } = useWho()
  const { form, bound } = useSavedForm({
    values: { password: '' },
    check: switchYouthModeOff.body,
    send: (body: { password: string }) => call(switchYouthModeOff, { body }),
    done: t('youth.is_off'),
    changes: [getYouthMode],
    after: onClose,
  })
  return (
    <FormModal title={t('youth.off_title')} submit={t('youth.off')} {...bound} onClose={onClose}>
      {/* Tells password managers whose password this is. */}
      <input type="email" name="username" autoComplete="username" value={email ?? ''} readOnly hidden />
      <PasswordField
        autoComplete="current-password"
        maxLength={128}
        data-autofocus
        {...fieldOf(form, 'password', t('youth.password'), t('youth.password_text'))}
      />
    </FormModal>
  )
}
