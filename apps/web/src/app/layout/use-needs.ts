import { adminNeeds, NeedKind, needKinds } from '@portico/contract/overview-admin'
import { useQuery } from '@tanstack/react-query'
import { useMay } from '../../api/may.ts'
import { get } from '../../api/query.ts'

/** What waits for this member of staff; no data for those whom nothing can wait for. */
export function useNeeds() {
  const may = useMay()
  const enabled = NeedKind.options.some((kind) => needKinds[kind].every(may))
  return useQuery({ ...get(adminNeeds, {}, { background: true }), refetchInterval: 30_000, enabled })
}
