import { FilterBar } from './filter-bar.tsx'
import { type Choice, FilterChip } from './filter-chip.tsx'

interface StatusFilterProps<T extends string> {
  label: string
  choices: Choice<T>[]
  value: T | undefined
  onChange: (value: T | undefined) => void
  /** Hides the filter while it is not set and the list can be read at a glance. */
  list?: { data: { total?: number } | undefined }
}

const GLANCE = 5

/** The filter of a list that can only be filtered by status. */
export function StatusFilter<T extends string>({ label, choices, value, onChange, list }: StatusFilterProps<T>) {
  return (
    <FilterBar
      active={false}
      hidden={list !== undefined && value === undefined && (list.data?.total ?? 0) <= GLANCE}
      onClear={() => onChange(undefined)}
    >
      <FilterChip label={label} choices={choices} value={value} onChange={onChange} />
    </FilterBar>
  )
}
