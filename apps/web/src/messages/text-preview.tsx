import { SegmentedControl } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { adminPreviewMessageText, MessageTextInput } from '@portico/contract/messages-admin'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import styles from './messages.module.css'

const VIEWS = ['mail', 'plain', 'sms'] as const

/** The text as it will arrive, drawn again when typing pauses. Shows the last valid one. */
export function TextPreview({ input }: { input: MessageTextInput }) {
  const t = useT()
  const [view, setView] = useState<(typeof VIEWS)[number]>('mail')
  const [settled] = useDebouncedValue(JSON.stringify(input), 400)
  const body = MessageTextInput.safeParse(JSON.parse(settled)).data
  const { data } = useQuery({
    queryKey: [adminPreviewMessageText.path, settled],
    queryFn: ({ signal }) => (body ? call(adminPreviewMessageText, { body }, { signal, background: true }) : null),
    enabled: body !== undefined,
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  return (
    <section className={styles['preview']} aria-label={t('messages.preview')}>
      <SegmentedControl
        aria-label={t('messages.preview')}
        data={VIEWS.map((value) => ({ value, label: t(`messages.preview_${value}`) }))}
        value={view}
        onChange={(next) => setView(VIEWS.find((one) => one === next) ?? 'mail')}
      />
      {data && view !== 'sms' && <strong>{data.subject}</strong>}
      {/* An empty sandbox: the frame runs nothing and reaches nothing. */}
      {data && view === 'mail' && <iframe title={t('messages.preview_mail')} sandbox="" srcDoc={data.html} />}
      {data && view === 'plain' && <pre>{data.text}</pre>}
      {data && view === 'sms' && (
        <>
          <pre>{data.sms}</pre>
          <p className="quiet small">{t('messages.sms_length', { n: data.sms.length })}</p>
        </>
      )}
    </section>
  )
}
