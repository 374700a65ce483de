import type { TotalIs } from '@portico/contract/paging'
import type { ReactNode } from 'react'

export type RowKey = string | number

export interface Column<T> {
  header: string
  render: (row: T) => ReactNode
  align?: 'right'
  /** The server's name for sorting by this column; makes the header a button. */
  sort?: string
  /** Place in a narrow list's two lines: who and much, what (joined) and state; `lines`: below. */
  at?: 'who' | 'much' | 'what' | 'state' | 'lines'
  /** true: a narrow row shows the name before the value. */
  named?: boolean
  /** The cell's value without its link, for the button that opens the row. */
  asText?: (row: T) => ReactNode
  /** true: its content opens the row; otherwise that of `who`. */
  opens?: boolean
  /** true: left out below 800 px. */
  lesser?: boolean
  /** true: the drag handle, at the start. */
  handle?: boolean
  /** true: the row's buttons, at the end. */
  actions?: boolean
  /** true: cells may have several lines. */
  wrap?: boolean
}

/** Rows picked for an action. */
export interface Picking<T> {
  keys: RowKey[]
  onChange: (keys: RowKey[]) => void
  /** Name of a row. */
  name: (row: T) => string
}

/** What `useQuery` returns for a list. */
export interface ListQuery<T> {
  data: { items: T[]; total?: number; total_is?: TotalIs; page_size?: number } | undefined
  error: Error | null
  isPlaceholderData: boolean
  refetch: () => unknown
}
