import { TextInput } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { useEffect, useRef } from 'react'
import { useT } from '../i18n.ts'
import { TextButton } from '../ui/plain/text-button.tsx'
import { useSecondsUntil } from '../ui/format/use-seconds-until.ts'
import styles from './own-account.module.css'

/** A sent code. `at`: when, in Unix ms. `wait`: seconds until another may be requested. */
export type SentCode = { code_id: string; wait: number; at: number }

interface Props {
  sent: SentCode
  address: string
  onAgain: () => void
  /** Absent: the address is fixed. */
  onOther?: () => void
  input: GetInputPropsReturnType
}

/** Six digits that were sent, with a countdown until they can be sent again. */
export function CodeField({ sent, address, onAgain, onOther, input }: Props) {
  const t = useT()
  const left = useSecondsUntil(sent.at + sent.wait * 1000)
  const field = useRef<HTMLInputElement>(null)
  // Each sending is followed by typing what it brought.
  useEffect(() => field.current?.focus(), [sent])
  return (
    <div>
      <TextInput
        label={t('code.label')}
        description={t('code.sent', { address })}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
        ref={field}
        {...input}
      />
      <p className={styles['again']}>
        {left > 0 ? <span>{t('code.wait', { n: left })}</span> : <TextButton onClick={onAgain}>{t('code.again')}</TextButton>}
        {onOther && <TextButton onClick={onOther}>{t('code.other')}</TextButton>}
      </p>
    </div>
  )
}
