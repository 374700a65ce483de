import { Stack } from '@mantine/core'
import { useState } from 'react'
import { useT } from '../../i18n.ts'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { Buttons, type WayProps } from './buttons.tsx'
import { useProof } from './use-proof.ts'

export function PasswordWay({ address, onStop, onConfirmed }: WayProps & { address: string }) {
  const t = useT()
  const [password, setPassword] = useState('')
  const { busy, error, submit } = useProof(() => ({ password }), onConfirmed)
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack>
        {/* Tells password managers which account the password belongs to. */}
        <input type="text" name="username" autoComplete="username" value={address} readOnly hidden />
        <PasswordField
          label={t('account.password')}
          autoComplete="current-password"
          maxLength={128}
          data-autofocus
          value={password}
          error={error}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Buttons busy={busy} onStop={onStop} />
      </Stack>
    </form>
  )
}
