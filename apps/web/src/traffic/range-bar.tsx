import { SegmentedControl } from '@mantine/core'
import { useT } from '../i18n.ts'
import { DayField } from '../ui/form/day-field.tsx'
import { shiftDay } from '../ui/format/calendar.ts'
import styles from './traffic.module.css'

const PRESETS = [7, 30, 90]

interface RangeBarProps {
  from: string
  to: string
  today: string
  onChange: (change: { from?: string; to?: string }) => void
}

/** Chooses the days to show: the latest ones, or from one date to another. */
export function RangeBar({ from, to, today, onChange }: RangeBarProps) {
  const t = useT()
  return (
    <div className={styles['range']} role="search" aria-label={t('traffic.range')}>
      <DayField label={t('traffic.from')} value={from} max={to} onChange={(day) => day && onChange({ from: day, to })} />
      <DayField label={t('traffic.to')} value={to} min={from} max={today} onChange={(day) => day && onChange({ from, to: day })} />
      <SegmentedControl
        className={styles['presets'] ?? ''}
        aria-label={t('traffic.range')}
        // Empty for other days than the last few.
        value={to === today ? from : ''}
        data={PRESETS.map((days) => ({ value: shiftDay(today, 1 - days), label: t('traffic.last_days', { n: days }) }))}
        onChange={(start) => onChange({ from: start, to: today })}
      />
    </div>
  )
}
