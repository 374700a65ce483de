import { getDoctor } from '@portico/contract/diagnosis'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** What keeps the member from connecting, as the site knows it now. */
export function useDoctor() {
  return useQuery({
    queryKey: [getDoctor.path],
    // The device's own clock: apps on it use the same.
    queryFn: ({ signal }) => call(getDoctor, { query: { clock: Date.now() } }, { signal, quiet: true }),
    staleTime: 0,
    gcTime: 0,
  })
}
