import { Select } from '@mantine/core'
import { useT } from '../../i18n.ts'
import { FilterBar } from './filter-bar.tsx'

interface StatusFilterProps<T extends string> {
  label: string
  /** Shown if no status is chosen. */
  any: string
  options: { value: T; label: string }[]
  value: T | undefined
  onChange: (value: T | undefined) => void
}

/** The filter of a list that can only be filtered by status. */
export function StatusFilter<T extends string>({ label, any, options, value, onChange }: StatusFilterProps<T>) {
  const t = useT()
  return (
    <FilterBar active={value !== undefined} onClear={() => onChange(undefined)}>
      <Select
        aria-label={label}
        placeholder={any}
        clearable
        clearButtonProps={{ 'aria-label': t('action.reset_filters') }}
        data={options}
        value={value ?? null}
        onChange={(next) => onChange(options.find((option) => option.value === next)?.value)}
      />
    </FilterBar>
  )
}
