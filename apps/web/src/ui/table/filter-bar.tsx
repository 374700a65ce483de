import { Button, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { Children, isValidElement, type ReactNode } from 'react'
import { useT } from '../../i18n.ts'
import { useSearchText } from '../use-search-text.ts'
import { fadeEdges } from '../sections/fade-edges.ts'
import styles from './filter-bar.module.css'

interface FilterBarProps {
  /** true: some filter is set, so a clear button is shown. */
  active: boolean
  onClear: () => void
  children: ReactNode
  /** The list is empty without any filter, so there is nothing to look through. */
  hidden?: boolean
  /** Tools at the end of the bar, such as the choice of columns. */
  end?: ReactNode
}

/** Filters above a list: search fields and chips. On a phone the fields share a line, and the chips one that scrolls sideways. */
export function FilterBar({ active, onClear, children, hidden = false, end }: FilterBarProps) {
  const t = useT()
  if (hidden) return null
  const all = Children.toArray(children)
  const isSearch = (child: ReactNode): boolean => isValidElement(child) && child.type === SearchField
  const chips = all.filter((child) => !isSearch(child))
  return (
    <div className={styles['bar']}>
      <div className={styles['filters']} role="search">
        <div className={styles['searches']}>{all.filter(isSearch)}</div>
        <div className={styles['chips']} ref={fadeEdges}>
          {chips}
          {active && (
            <Button size="compact-md" variant="subtle" className={styles['reset'] ?? ''} onClick={onClear}>
              {t('action.reset_filters')}
            </Button>
          )}
        </div>
      </div>
      {end && <div className={styles['end']}>{end}</div>}
    </div>
  )
}

interface SearchFieldProps {
  label: string
  value: string | undefined
  onChange: (text: string) => void
}

/** A search field that applies what is typed after a short delay. */
export function SearchField({ value = '', label, onChange }: SearchFieldProps) {
  const [typed, setTyped] = useSearchText(value, onChange)
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
