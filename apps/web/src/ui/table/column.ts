import type { ReactNode } from 'react'

export type RowKey = string | number

export interface Column<T> {
  header: string
  render: (row: T) => ReactNode
  align?: 'right'
  /** The server's name for sorting by this column; makes the header a button. */
  sort?: string
  /** Its place in the two lines of a narrow list: who and how much, then what (several are joined) and the state; `lines`: below them. */
  at?: 'who' | 'much' | 'what' | 'state' | 'lines'
  /** A narrow row shows its name before its value, for a number that says nothing by itself. */
  named?: boolean
  /** Its value without its link, for the button that opens the row. */
  asText?: (row: T) => ReactNode
  /** Its content opens the row; otherwise that of `who` does. */
  opens?: boolean
  /** Left out where the list is narrower than 800 px. */
  lesser?: boolean
  /** The handle to drag a row by, at its start. */
  handle?: boolean
  /** The buttons of a row, at its end. */
  actions?: boolean
  /** Cells of several lines; all others have one. */
  wrap?: boolean
}

/** The rows chosen for an action on several. */
export interface Picking<T> {
  keys: RowKey[]
  onChange: (keys: RowKey[]) => void
  /** What a row is called. */
  name: (row: T) => string
}

/** What `useQuery` returns for a list. */
export interface ListQuery<T> {
  data: { items: T[]; total?: number; page_size?: number } | undefined
  error: Error | null
  isPlaceholderData: boolean
  refetch: () => unknown
}

/** Nothing is in a list that no filter narrows, so there is nothing to filter, export or arrange. */
export function isEmptyList<T>({ data, isPlaceholderData }: ListQuery<T>, filtered: boolean): boolean {
  return !filtered && !isPlaceholderData && (data?.total ?? data?.items.length) === 0
}
