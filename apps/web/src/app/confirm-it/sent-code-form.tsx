import { Button, Stack, TextInput } from '@mantine/core'
import { sendEmailCode, sendPhoneCode } from '@portico/contract/codes'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { useT } from '../../i18n.ts'
import { Buttons, type WayProps } from './buttons.tsx'
import { useProof } from './use-proof.ts'

interface SentCodeFormProps extends WayProps {
  channel: 'email' | 'phone'
  address: string
}

/** Sends a code to the account's own address, then takes it. */
export function SentCodeForm({ channel, address, onStop, onConfirmed }: SentCodeFormProps) {
  const t = useT()
  const [codeId, setCodeId] = useState<string | null>(null)
  const [code, setCode] = useState('')
  const [wait, setWait] = useState(0)
  const [sending, setSending] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [codeId])
  const { busy, error, submit } = useProof(() => (codeId === null ? null : { code_id: codeId, code }), onConfirmed)
  useEffect(() => {
    if (wait <= 0) return
    const timer = setTimeout(() => setWait(wait - 1), 1000)
    return () => clearTimeout(timer)
  }, [wait])
  const send = async (): Promise<void> => {
    setSending(true)
    try {
      const purpose = 'confirm' as const
      const asked =
        channel === 'email'
          ? call(sendEmailCode, { body: { email: address, purpose } })
          : call(sendPhoneCode, { body: { phone: address, purpose } })
      const sent = await asked
      setCodeId(sent.code_id)
      setWait(sent.wait)
    } catch {
      // The call has shown its message; the button stays.
    } finally {
      setSending(false)
    }
  }
  if (codeId === null)
    return (
      <Button loading={sending} onClick={() => void send()}>
        {t('confirm_it.send', { address })}
      </Button>
    )
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack>
        <TextInput
          label={t('confirm_it.sent_code')}
          description={t('confirm_it.sent_to', { address })}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          ref={field}
          value={code}
          error={error}
          onChange={(event) => setCode(event.target.value)}
        />
        <button type="button" className="text-button small" disabled={wait > 0 || sending} onClick={() => void send()}>
          {wait > 0 ? t('confirm_it.again_in', { n: wait }) : t('confirm_it.again')}
        </button>
        <Buttons busy={busy} onStop={onStop} />
      </Stack>
    </form>
  )
}
