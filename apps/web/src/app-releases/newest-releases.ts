import { fetchVersions } from '@portico/contract/app-releases'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** The newest release of every platform. */
export const newestReleases = queryOptions({
  queryKey: [fetchVersions.path],
  queryFn: ({ signal }) => call(fetchVersions, { body: {} }, { signal, background: true }),
})
