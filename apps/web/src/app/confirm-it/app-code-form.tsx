import { Stack, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useT } from '../../i18n.ts'
import { Buttons, type WayProps } from './buttons.tsx'
import { useProof } from './use-proof.ts'

/** The code of the authenticator app, or a recovery code. */
export function AppCodeForm({ onStop, onConfirmed }: WayProps) {
  const t = useT()
  const [totp, setTotp] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const { busy, error, submit } = useProof(() => ({ totp }), onConfirmed)
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack>
        <TextInput
          label={t('confirm_it.app_code')}
          description={t('confirm_it.app_code_hint')}
          autoComplete="one-time-code"
          maxLength={40}
          ref={field}
          value={totp}
          error={error}
          onChange={(event) => setTotp(event.target.value)}
        />
        <Buttons busy={busy} onStop={onStop} />
      </Stack>
    </form>
  )
}
