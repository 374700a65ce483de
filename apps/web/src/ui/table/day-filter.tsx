import { TextInput } from '@mantine/core'
import { useT } from '../../i18n.ts'
import styles from './filter-bar.module.css'

interface DayFilterProps {
  from: string | undefined
  to: string | undefined
  onChange: (change: { from?: string | undefined; to?: string | undefined }) => void
}

/** From one day to another, both included, in the site's time zone. */
export function DayFilter({ from, to, onChange }: DayFilterProps) {
  const t = useT()
  const dayOf = (value: string): string | undefined => (value === '' ? undefined : value)
  return (
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
  )
}
