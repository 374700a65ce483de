import { FilterBar } from './filter-bar.tsx'
import { type Choice, FilterChip } from './filter-chip.tsx'

interface StatusFilterProps<T extends string> {
  label: string
  options: Choice<T>[]
  value: T | undefined
  onChange: (value: T | undefined) => void
}

/** The filter of a list that can only be filtered by status. */
export function StatusFilter<T extends string>({ label, options, value, onChange }: StatusFilterProps<T>) {
  return (
    <FilterBar active={false} onClear={() => onChange(undefined)}>
      <FilterChip label={label} choices={options} value={value} onChange={onChange} />
    </FilterBar>
  )
}
