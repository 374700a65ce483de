import { useOrder } from '../../api/use-order.ts'
import type { Column, ListQuery } from '../table/column.ts'
import { MoveHandle, MoveItems } from '../table/move-buttons.tsx'

/** The order of a list: its rows are dragged, or moved by their menu. `save` gets the ids of all rows. */
export function useMoving<T extends { id: number }>(
  { query, endpoint }: { query: ListQuery<T>; endpoint: { path: string } },
  save: (ids: number[]) => Promise<unknown>,
) {
  const sort = useOrder(endpoint, save)
  const move = { ids: (query.data?.items ?? []).map(({ id }) => id), disabled: sort.isPending, onMove: sort.mutate }
  return {
    /** To drag a row by. */
    handle: (header: string): Column<T> => ({ header, handle: true, render: () => <MoveHandle {...move} /> }),
    /** For the menu of a row. */
    items: ({ id }: T) => <MoveItems id={id} {...move} />,
  }
}
