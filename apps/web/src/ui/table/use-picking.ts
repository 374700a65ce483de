import { useState } from 'react'
import type { Picking, RowKey } from './column.ts'

/** Picked rows of a list. A row that leaves the page is no longer picked. */
export function usePicking<T>(items: T[] | undefined, key: (row: T) => RowKey, name: (row: T) => string) {
  const [keys, setKeys] = useState<RowKey[]>([])
  const rows = (items ?? []).filter((row) => keys.includes(key(row)))
  const picking: Picking<T> = { keys: rows.map(key), onChange: setKeys, name }
  return { rows, picking, clear: () => setKeys([]) }
}
