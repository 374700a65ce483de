import { Stack } from '@mantine/core'
import { beginPasskeyConfirm } from '@portico/contract/passkeys'
import { call } from '../../api/call.ts'
import { useT } from '../../i18n.ts'
import { Buttons, type WayProps } from './buttons.tsx'
import { useProof } from './use-proof.ts'

export function PasskeyForm({ onStop, onConfirmed }: WayProps) {
  const t = useT()
  const gather = async () => {
    const [{ answerPasskey }, { options }] = await Promise.all([import('../../api/passkey.ts'), call(beginPasskeyConfirm, {})])
    const passkey = await answerPasskey(options)
    return passkey && { passkey }
  }
  const { busy, error, submit } = useProof(gather, onConfirmed)
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack>
        <p>{t('confirm_it.passkey_text')}</p>
        {error && (
          <p role="alert" className="bad">
            {error}
          </p>
        )}
        <Buttons busy={busy} label={t('confirm_it.passkey')} onStop={onStop} />
      </Stack>
    </form>
  )
}
