import type { CallInput, Endpoint } from '@portico/contract/endpoint'
import { type FetchQueryOptions, keepPreviousData, type Query, QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'
import type { ZodMiniType } from 'zod/mini'
import { language } from '../i18n.ts'
import { cache } from './cache.ts'
import { call, type CallOptions } from './call.ts'
import { fetchSite } from './site.ts'

// No retries: every failed call shows a message, and the page offers to try again. Without a network calls fail, so that this is said.
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 5_000, refetchOnWindowFocus: false, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})

// What operators write is in the reader's language: names of plans, the site's own name and notice.
language.subscribe(() => {
  void fetchSite()
  void queryClient.invalidateQueries()
})

cache.clear = () => queryClient.clear()
cache.refresh = () => void queryClient.invalidateQueries({ refetchType: 'none' })
cache.catchUp = () => {
  queryClient.removeQueries({ type: 'inactive', predicate: hasFailed })
  void queryClient.invalidateQueries()
}
cache.oldest = () => {
  const shown = queryClient.getQueryCache().findAll({ type: 'active', predicate: ({ state }) => state.dataUpdatedAt > 0 })
  return shown.length > 0 ? Math.min(...shown.map(({ state }) => state.dataUpdatedAt)) : null
}
cache.forgetFailures = () => queryClient.removeQueries({ predicate: hasFailed })

const hasFailed = ({ state }: Query): boolean => state.status === 'error'

/** Query options of a GET endpoint. The key starts with the path, so that `invalidate` can match it. */
export function get<P extends ZodMiniType, Q extends ZodMiniType, B extends ZodMiniType, R extends ZodMiniType>(
  e: Endpoint<P, Q, B, R>,
  input: CallInput<P, Q, B>,
  options: Pick<CallOptions, 'background' | 'quiet'> = {},
) {
  return queryOptions({ queryKey: [e.path, input], queryFn: ({ signal }) => call(e, input, { ...options, signal }) })
}

/** For a route's loader: fetches what its page reads and the cache lacks. A failure shows where the page reads the query. */
export async function prefetch(...queries: { queryKey: QueryKey }[]): Promise<void> {
  // Each query has its own answer type. None matters here.
  await Promise.allSettled(queries.map((query) => queryClient.ensureQueryData(query as FetchQueryOptions)))
}

/** Marks endpoints' answers as stale; those on the screen are fetched again. */
export async function invalidate(...endpoints: { path: string }[]): Promise<void> {
  await Promise.all(endpoints.map((e) => queryClient.invalidateQueries({ queryKey: [e.path] })))
}

/** Like `get`, for a list: the current rows stay while the next page or filter loads. */
export function list<P extends ZodMiniType, Q extends ZodMiniType, B extends ZodMiniType, R extends ZodMiniType>(
  e: Endpoint<P, Q, B, R>,
  input: CallInput<P, Q, B>,
  options: Pick<CallOptions, 'background'> = {},
) {
  // If the loader's fetch failed, the list does not fetch again: it offers to try again.
  return { ...get(e, input, options), placeholderData: keepPreviousData, retryOnMount: false }
}
