import { Button, SegmentedControl, TextInput } from '@mantine/core'
import type { MessageTemplate } from '@portico/contract/message-placeholders'
import {
  adminListMessages,
  adminTestMessage,
  MailAddress,
  type MessageChannel,
  PhoneNumber,
  type TestResult,
} from '@portico/contract/messages-admin'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { useWho } from '../api/who.ts'
import type { Language } from '@portico/contract/translations'
import { useT } from '../i18n.ts'
import { Banner } from '../ui/banner.tsx'
import { useSave } from '../ui/use-save.ts'
import styles from './messages.module.css'

interface TestProps {
  channels: MessageChannel[]
  template: MessageTemplate
  language: Language
  disabled: boolean
}

/** Really sends a message with the saved settings, and shows what the server answered. Not a form: it stands inside others. */
export function MessageTest({ channels, template, language, disabled }: TestProps) {
  const t = useT()
  const { email, phone } = useWho()
  const [channel, setChannel] = useState(channels[0] ?? 'email')
  const [addresses, setAddresses] = useState({ email: email ?? '', sms: phone ?? '' })
  const to = addresses[channel].trim()
  const isAddress = (channel === 'email' ? MailAddress : PhoneNumber).safeParse(to).success
  const test = useSave({ send: () => call(adminTestMessage, { body: { channel, to, language, template } }), changes: [adminListMessages] })
  const submit = (): void => {
    if (isAddress && !disabled) test.mutate()
  }
  return (
    <div className={styles['test']}>
      {channels.length > 1 && (
        <SegmentedControl
          aria-label={t('messages.channel')}
          data={channels.map((value) => ({ value, label: t(`messages.channel_${value}`) }))}
          value={channel}
          onChange={(next) => {
            setChannel(channels.find((one) => one === next) ?? 'email')
            test.reset()
          }}
        />
      )}
      <div className={styles['send']}>
        <TextInput
          label={t(`messages.test_to_${channel}`)}
          type={channel === 'email' ? 'email' : 'tel'}
          placeholder={channel === 'email' ? 'name@example.com' : '+8613800000000'}
          value={addresses[channel]}
          disabled={disabled}
          onChange={(event) => setAddresses({ ...addresses, [channel]: event.currentTarget.value })}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // Enter would save the form around it.
            event.preventDefault()
            submit()
          }}
        />
        <Button variant="default" disabled={disabled || !isAddress} loading={test.isPending} onClick={submit}>
          {t('messages.test_send')}
        </Button>
      </div>
      <div aria-live="polite">{test.data && <Result result={test.data} to={to} />}</div>
    </div>
  )
}

function Result({ result: { sent, fault, error }, to }: { result: TestResult; to: string }) {
  const t = useT()
  if (sent || fault === null) return <Banner tone="good">{t('messages.test_sent', { to })}</Banner>
  return (
    <Banner tone="bad" title={t(`messages.fault_${fault}`)}>
      {t(`messages.advice_${fault}`)}
      {error !== null && <span className={styles['answer']}>{t('messages.answer', { answer: error })}</span>}
    </Banner>
  )
}
