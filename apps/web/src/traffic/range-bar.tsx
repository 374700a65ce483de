import { Button, TextInput } from '@mantine/core'
import { useT } from '../i18n.ts'
import { isDay, shiftDay } from './day-range.ts'
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
  const change = (name: 'from' | 'to', value: string): void => {
    if (isDay(value)) onChange({ from, to, [name]: value })
  }
  return (
    <div className={styles['range']} role="search">
      <TextInput type="date" label={t('traffic.from')} value={from} max={to} onChange={(event) => change('from', event.target.value)} />
      <TextInput
        type="date"
        label={t('traffic.to')}
        value={to}
        min={from}
        max={today}
        onChange={(event) => change('to', event.target.value)}
      />
      <div className={styles['presets']} role="group" aria-label={t('traffic.range')}>
        {PRESETS.map((days) => {
          const start = shiftDay(today, 1 - days)
          const current = to === today && from === start
          return (
            <Button
              key={days}
              variant={current ? 'light' : 'default'}
              aria-pressed={current}
              onClick={() => onChange({ from: start, to: today })}
            >
              {t('traffic.last_days', { n: days })}
            </Button>
          )
        })}
      </div>
    </div>
  )
}
