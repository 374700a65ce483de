import { adminNeeds, NeedKind, needKinds } from '@portico/contract/overview-admin'
import { useQuery } from '@tanstack/react-query'
import { useMay } from '../../api/may.ts'
import { get, queryClient } from '../../api/query.ts'

/** What waits for this member of staff; no data for those whom nothing can wait for. */
export function useNeeds() {
  const may = useMay()
  const enabled = NeedKind.options.some((kind) => needKinds[kind].every(may))
  return useQuery({ ...get(adminNeeds, {}, { background: true }), refetchInterval: 30_000, enabled })
}

/** Removes a settled need at once: the server's answer may be seconds old. */
export function settledNeed(settled: NeedKind): void {
  queryClient.setQueryData(get(adminNeeds, {}).queryKey, (now) => {
    if (!now) return now
    const items = now.items
      .map((need) => (need.kind === settled ? { ...need, count: need.count - 1 } : need))
      .filter(({ count }) => count > 0)
    return { ...now, items, total: items.length }
  })
}
