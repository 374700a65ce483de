import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useT } from '../../i18n.ts'

/** A password, or another secret, that can be shown. Mantine's own does not tell screen readers that it is wrong, nor let Tab reach the eye. */
export function PasswordField(props: PasswordInputProps) {
  const t = useT()
  return (
    <PasswordInput
      aria-invalid={props.error ? true : undefined}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': t('password.show') }}
      {...props}
    />
  )
}
