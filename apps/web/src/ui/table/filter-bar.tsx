import { Button, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useT } from '../../i18n.ts'
import styles from './filter-bar.module.css'

interface FilterBarProps {
  /** Some filter is set, so there is a button to clear them. */
  active: boolean
  onClear: () => void
  children: ReactNode
  /** The list is empty without any filter, so there is nothing to look through. */
  hidden?: boolean
  /** Tools at the end of the bar, such as the choice of columns. */
  end?: ReactNode
}

/** Filters above a list: a search field and chips, on as many lines as they need. */
export function FilterBar({ active, onClear, children, hidden = false, end }: FilterBarProps) {
  const t = useT()
  if (hidden) return null
  return (
    <div className={styles['bar']}>
      <div className={styles['filters']} role="search">
        {children}
        {active && (
          <Button size="compact-md" variant="subtle" className={styles['reset'] ?? ''} onClick={onClear}>
            {t('action.reset_filters')}
          </Button>
        )}
      </div>
      {end && <div className={styles['end']}>{end}</div>}
    </div>
  )
}

/** A search field that applies what is typed after a short delay. */
export function SearchField({ value, label, onChange }: { value: string; label: string; onChange: (text: string) => void }) {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  const apply = useEffectEvent(onChange)
  useEffect(() => {
    if (typed === value) return
    const timer = setTimeout(() => apply(typed.trim()), 350)
    return () => clearTimeout(timer)
  }, [typed, value])
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
