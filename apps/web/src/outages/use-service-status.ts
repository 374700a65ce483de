import { getServiceStatus } from '@portico/contract/outages'
import { useQuery } from '@tanstack/react-query'
import { get, queryClient } from '../api/query.ts'

/** The public status of every location, read again every half minute. */
export function useServiceStatus() {
  return useQuery({ ...get(getServiceStatus, {}, { background: true }), refetchInterval: 30_000 }, queryClient)
}
