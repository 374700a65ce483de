import { useMutation } from '@tanstack/react-query'
import { invalidate, queryClient } from './query.ts'

type Listed = { items: { id: number }[] } | undefined

/** Saves a new order of a list. Shows it at once and reverts it on failure. `save` gets all ids in the new order. */
export function useOrder(listed: { path: string }, save: (ids: number[]) => Promise<unknown>) {
  const lists = { queryKey: [listed.path] }
  return useMutation({
    mutationFn: save,
    onMutate: async (ids) => {
      // An answer still on its way has the old order.
      await queryClient.cancelQueries(lists)
      const before = queryClient.getQueriesData<Listed>(lists)
      queryClient.setQueriesData<Listed>(lists, (data) => data && { ...data, items: inOrder(data.items, ids) })
      return before
    },
    onError: (_error, _ids, before) => {
      for (const [key, data] of before ?? []) queryClient.setQueryData(key, data)
    },
    onSettled: () => invalidate(listed),
  })
}

/** Items without a given place go last. */
function inOrder<T extends { id: number }>(items: T[], ids: number[]): T[] {
  const place = new Map(ids.map((id, i) => [id, i]))
  return items.toSorted((a, b) => (place.get(a.id) ?? ids.length) - (place.get(b.id) ?? ids.length))
}
