import '@mantine/dates/styles.layer.css'
import { DateInput } from '@mantine/dates'
import type { ReactNode } from 'react'
import { language } from '../../i18n.ts'
import { useStore } from '../../store.ts'
import { dayjsLocale } from '../format/dayjs-locale.ts'

interface DayFieldProps {
  label: string
  description?: string | undefined
  required?: boolean
  error?: ReactNode
  /** Day such as 2026-01-31; undefined: none. */
  value: string | undefined
  min?: string | undefined
  max?: string | undefined
  onChange: (day: string | undefined) => void
}

/** A day, typed or chosen. The browser's own field writes it in the order of the system's country, not of the page. */
export function DayField({ label, description, required = false, error, value, min, max, onChange }: DayFieldProps) {
  const lang = useStore(language)
  return (
    <DateInput
      label={label}
      description={description}
      required={required}
      error={error}
      value={value ?? null}
      {...(min && { minDate: min })}
      {...(max && { maxDate: max })}
      valueFormat="YYYY-MM-DD"
      locale={dayjsLocale(lang)}
      // In the field's own popover or page: a click in the calendar is not a click outside.
      popoverProps={{ withinPortal: false }}
      onChange={(day) => onChange(day ?? undefined)}
    />
  )
}
