import { Button, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useT } from '../../i18n.ts'
import styles from './filter-bar.module.css'

/** Filters above a list. `active`: some filter is set, so there is a button to clear them. */
export function FilterBar({ active, onClear, children }: { active: boolean; onClear: () => void; children: ReactNode }) {
  const t = useT()
  return (
    <div className={styles['bar']} role="search">
      {children}
      {active && (
        <Button variant="subtle" onClick={onClear}>
          {t('action.reset_filters')}
        </Button>
      )}
    </div>
  )
}

/** A search field that applies what is typed after a short delay. */
export function SearchField({ value, label, onChange }: { value: string; label: string; onChange: (text: string) => void }) {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  useEffect(() => {
    if (typed === value) return
    const timer = setTimeout(() => onChange(typed.trim()), 350)
    return () => clearTimeout(timer)
    // Only typing starts the timer.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [typed])
  return (
    <TextInput
      className={styles['search'] ?? ''}
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} />}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  )
}
