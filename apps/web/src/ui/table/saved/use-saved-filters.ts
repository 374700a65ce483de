import { useState } from 'react'

/** A named filter: its URL parameters. */
export interface SavedFilter {
  name: string
  search: Record<string, string>
}

const MOST = 20

/** Filters of the list `name` on this device, by name. Saving a name again replaces it. */
export function useSavedFilters(name: string) {
  const key = `portico.filters.${name}`
  const [filters, setFilters] = useState(() => readFilters(localStorage.getItem(key)))
  const keep = (next: SavedFilter[]): void => {
    localStorage.setItem(key, JSON.stringify(next))
    setFilters(next)
  }
  const without = (left: string): SavedFilter[] => filters.filter((one) => one.name !== left)
  return {
    filters,
    save: (filter: SavedFilter) => keep([...without(filter.name), filter].toSorted((a, b) => a.name.localeCompare(b.name)).slice(0, MOST)),
    remove: (left: string) => keep(without(left)),
  }
}

/** Stored filters; empty if unreadable. */
export function readFilters(stored: string | null): SavedFilter[] {
  try {
    const read: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(read) ? read.filter(isFilter) : []
  } catch {
    return []
  }
}

function isFilter(value: unknown): value is SavedFilter {
  if (typeof value !== 'object' || value === null || !('name' in value) || !('search' in value)) return false
  const { name, search } = value
  return (
    typeof name === 'string' &&
    typeof search === 'object' &&
    search !== null &&
    Object.values(search).every((one) => typeof one === 'string')
  )
}
