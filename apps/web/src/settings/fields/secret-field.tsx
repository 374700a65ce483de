import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useT } from '../../i18n.ts'
import { PasswordField } from '../../ui/form/password-field.tsx'
import styles from '../settings-page.module.css'

interface SecretFieldProps {
  label: string
  description: ReactNode
  disabled: boolean
  error: ReactNode
  isSet: boolean
  /** null: unchanged; '': remove. */
  value: string | null
  onChange: (value: string | null) => void
}

/** A secret can be entered, replaced or removed, but it is never shown. */
export function SecretField({ label, description, disabled, error, isSet, value, onChange }: SecretFieldProps) {
  const t = useT()
  const isRemoved = value === ''
  const state = t(isRemoved ? 'setting.secret_removed' : isSet ? 'setting.secret_set' : 'setting.secret_unset')
  return (
    <div className={styles['secret']}>
      <PasswordField
        label={label}
        description={description}
        disabled={disabled}
        error={error}
        autoComplete="new-password"
        placeholder={state}
        value={value ?? ''}
        onChange={(event) => onChange(event.currentTarget.value || null)}
      />
      {isSet && (
        <Button variant="default" disabled={disabled} onClick={() => onChange(isRemoved ? null : '')}>
          {t(isRemoved ? 'setting.secret_keep' : 'setting.secret_remove')}
        </Button>
      )}
    </div>
  )
}
