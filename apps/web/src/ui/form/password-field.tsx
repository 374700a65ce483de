import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useT } from '../../i18n.ts'

/**
 * A password or other secret that can be shown. Mantine's own field does not tell screen readers that it is invalid, and Tab
 * cannot reach its eye button.
 */
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
