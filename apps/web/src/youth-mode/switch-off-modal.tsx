import { Button, Group, Modal } from '@mantine/core'
import { useForm } from '@mantine/form'
import { getYouthMode, switchYouthModeOff } from '@portico/contract/youth-mode'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import { useWho } from '../api/who.ts'
import { useT } from '../i18n.ts'
import { showFieldErrors } from '../ui/form/field-errors.ts'
import { showNotice } from '../notice.ts'
import { PasswordField } from '../ui/form/password-field.tsx'
import { schemaErrors } from '../ui/form/schema-errors.ts'
import styles from './youth-card.module.css'

/** Lifts the blocks, for who knows the password. */
export function SwitchOffModal({ onClose }: { onClose: () => void }) {
  const t = useT()
  const { email } = useWho()
  const form = useForm({ initialValues: { password: '' }, validate: (values) => schemaErrors(switchYouthModeOff.body, values) })
  const switchOff = useMutation({
    mutationFn: (body: { password: string }) => call(switchYouthModeOff, { body }),
    onSuccess: async () => {
      showNotice({ kind: 'success', message: t('youth.is_off') })
      await invalidate(getYouthMode)
      onClose()
    },
    onError: (error) => showFieldErrors(form, error),
  })
  return (
    <Modal opened onClose={onClose} title={<strong>{t('youth.off_title')}</strong>} closeButtonProps={{ 'aria-label': t('action.close') }}>
      <form noValidate className={styles['form']} onSubmit={form.onSubmit((values) => switchOff.mutate(values))}>
        {/* Tells password managers whose password this is. */}
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label={t('youth.password')}
          description={t('youth.password_text')}
          autoComplete="current-password"
          maxLength={128}
          data-autofocus
          {...form.getInputProps('password')}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={switchOff.isPending}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" loading={switchOff.isPending}>
            {t('youth.off')}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
