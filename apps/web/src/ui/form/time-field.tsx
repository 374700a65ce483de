import '@mantine/dates/styles.layer.css'
import { TimePicker } from '@mantine/dates'
import type { ReactNode } from 'react'
import { useT } from '../../i18n.ts'

interface TimeFieldProps {
  label: string
  /** Time such as 09:05; '': incomplete. */
  value: string
  error?: ReactNode
  onChange: (time: string) => void
}

/** A time of day, typed. The browser's own field writes it with or without am and pm as the system's country does. */
export function TimeField({ label, value, error, onChange }: TimeFieldProps) {
  const t = useT()
  return (
    <TimePicker
      label={label}
      value={value}
      error={error}
      format="24h"
      hoursInputLabel={`${label}: ${t('time.hours')}`}
      minutesInputLabel={`${label}: ${t('time.minutes')}`}
      onChange={onChange}
    />
  )
}
