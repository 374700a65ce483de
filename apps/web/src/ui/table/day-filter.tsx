import { Popover } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useT } from '../../i18n.ts'
import styles from './filter-bar.module.css'
import { Chip, ChipText } from './filter-chip.tsx'

// The calendar is loaded once the filter is opened.
const DayField = lazy(() => import('../form/day-field.tsx').then((module) => ({ default: module.DayField })))

interface DayFilterProps {
  from: string | undefined
  to: string | undefined
  onChange: (change: { from?: string | undefined; to?: string | undefined }) => void
}

/** From one day to another, both included, in the site's time zone. */
export function DayFilter({ from, to, onChange }: DayFilterProps) {
  const t = useT()
  const [opened, setOpened] = useState(false)
  const label = t('table.days')
  const value = from === undefined && to === undefined ? undefined : `${from ?? '…'} – ${to ?? '…'}`
  return (
    <Chip label={label} value={value} onClear={() => onChange({ from: undefined, to: undefined })}>
      <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus>
        <Popover.Target>
          <button type="button" aria-label={value === undefined ? label : `${label}: ${value}`} onClick={() => setOpened(!opened)}>
            <ChipText label={label} value={value} />
          </button>
        </Popover.Target>
        <Popover.Dropdown>
          <div className={styles['days']}>
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
