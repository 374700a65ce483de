import { useState } from 'react'
import type { Picking, RowKey } from './column.ts'

/** The picked rows of a list, for the bar below it. */
export interface Picked<T> {
  rows: T[]
  name: (row: T) => string
  /** Leaves only these rows picked. */
  leave: (rows: T[]) => void
}

/** Picked rows of a list; `nameOf` says what one is called. A row that leaves the page is no longer picked. */
export function usePicking<T>(
  { query, rowKey: key }: { query: { data: { items: T[] } | undefined }; rowKey: (row: T) => RowKey },
  nameOf: (row: T) => string,
) {
  const [keys, setKeys] = useState<RowKey[]>([])
  const rows = (query.data?.items ?? []).filter((row) => keys.includes(key(row)))
  const picking: Picking<T> = { keys: rows.map(key), onChange: setKeys, name: nameOf }
  const picked: Picked<T> = { rows, name: nameOf, leave: (left) => setKeys(left.map(key)) }
  return { picking, picked }
}
