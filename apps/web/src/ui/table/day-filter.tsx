import { Popover, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useT } from '../../i18n.ts'
import styles from './filter-bar.module.css'
import { Chip, ChipText } from './filter-chip.tsx'

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
  const dayOf = (text: string): string | undefined => (text === '' ? undefined : text)
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
            <TextInput
              type="date"
              label={t('log.from')}
              value={from ?? ''}
              max={to}
              onChange={(event) => onChange({ from: dayOf(event.target.value) })}
            />
            <TextInput
              type="date"
              label={t('log.to')}
              value={to ?? ''}
              min={from}
              onChange={(event) => onChange({ to: dayOf(event.target.value) })}
            />
          </div>
        </Popover.Dropdown>
      </Popover>
    </Chip>
  )
}
