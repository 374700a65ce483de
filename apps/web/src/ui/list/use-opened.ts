import { stepsOf } from '../drawer/row-steps.ts'
import { usePageSearch } from '../page-search.ts'
import type { ListQuery, RowKey } from '../table/column.ts'

interface Of<T> {
  query: ListQuery<T>
  state: { page?: number | undefined; before?: number | undefined }
}

/** The address as it is. */
const asIs = { parse: (address: unknown): Record<string, string | undefined> => ({ ...(address as object) }) }

/** The row in the drawer beside a list, which the address names so that others can link to it. */
export function useOpened<T>(nameInUrl: string, { query, state }: Of<T>, keyOf: (row: T) => RowKey) {
  const [search, change] = usePageSearch(asIs)
  const key = search[nameInUrl]
  // The page stays, and going back closes the drawer.
  const show = (next: RowKey | undefined): void => change({ page: state.page, before: state.before, [nameInUrl]: next })
  const isOpened = (row: T): boolean => String(keyOf(row)) === key
  const open = (row: T): void => show(keyOf(row))
  const row = query.data?.items.find(isOpened)
  return {
    /** Key of the opened row, as the address names it; this page of the list need not have the row. */
    key,
    row,
    show,
    /** For `DataTable`. */
    table: { onOpen: open, opened: row && keyOf(row) },
    /** For the drawer. */
    drawer: { steps: stepsOf(query.data?.items, isOpened, open), onClose: () => show(undefined) },
  }
}
