import { Button, Popover } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useT } from '../../i18n.ts'
import { shiftDay, shiftMonth } from '../format/calendar.ts'
import { useToday } from '../format/use-today.ts'
import styles from './filter-bar.module.css'
import { Chip, ChipText } from './filter-chip.tsx'
import { lazyPart } from '../lazy/lazy-part.tsx'

// The calendar is loaded once the filter is opened.
const DayField = lazyPart(async () => (await import('../form/day-field.tsx')).DayField)

interface DayFilterProps {
  from?: string | undefined
  to?: string | undefined
  /** Which date it is about, where a row has several. */
  label?: string
  onChange: (change: { from?: string | undefined; to?: string | undefined }) => void
}

/** Filters a list by days, from one to another, both included, in the site's time zone; or by a whole month. */
export function DayFilter({ from, to, onChange, label: given }: DayFilterProps) {
  const t = useT()
  const today = useToday()
  const [opened, setOpened] = useState(false)
  const label = given ?? t('table.days')
  const value = from === undefined && to === undefined ? undefined : `${from ?? '…'} – ${to ?? '…'}`
  return (
    <Chip label={label} value={value} onClear={() => onChange({ from: undefined, to: undefined })}>
      <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus>
        <Popover.Target>
          <button type="button" aria-label={value === undefined ? label : `${label}: ${value}`} onClick={() => setOpened(!opened)}>
            {/* A list can have several dates. */}
            <ChipText label={label} value={given && value ? `${given} ${value}` : value} />
          </button>
        </Popover.Target>
        <Popover.Dropdown>
          <div className={styles['days']}>
            <div className={styles['months']}>
              {[0, -1].map((by) => (
                <Button key={by} size="compact-sm" variant="default" onClick={() => onChange(monthOf(today, by))}>
                  {t(by === 0 ? 'table.this_month' : 'table.last_month')}
                </Button>
              ))}
            </div>
            <Suspense>
              <DayField label={t('log.from')} value={from} max={to} onChange={(day) => onChange({ from: day })} />
              <DayField label={t('log.to')} value={to} min={from} onChange={(day) => onChange({ to: day })} />
            </Suspense>
          </div>
        </Popover.Dropdown>
      </Popover>
    </Chip>
  )
}

/** Days of a day's month, or of a month `by` later. */
function monthOf(day: string, by: number): { from: string; to: string } {
  const month = shiftMonth(day.slice(0, 7), by)
  return { from: `${month}-01`, to: shiftDay(`${shiftMonth(month, 1)}-01`, -1) }
}
