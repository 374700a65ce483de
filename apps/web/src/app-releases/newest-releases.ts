import { EXTENSION_PLATFORMS, fetchVersions } from '@portico/contract/app-releases'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** The newest release of every platform. */
export const newestReleases = queryOptions({
  queryKey: [fetchVersions.path],
  queryFn: ({ signal }) => call(fetchVersions, { body: {} }, { signal, background: true }),
})

/** Whether a browser extension is available. False until that is known. */
export function useHasExtension(): boolean {
  const { data } = useQuery(newestReleases)
  return data?.items.some((release) => EXTENSION_PLATFORMS.some((one) => one === release.platform)) ?? false
}
