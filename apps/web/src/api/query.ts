import type { CallInput, Endpoint } from '@portico/contract/endpoint'
import { type FetchQueryOptions, keepPreviousData, QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'
import type { ZodMiniType } from 'zod/mini'
import { cache } from './cache.ts'
import { call, type CallOptions } from './call.ts'

// No retries: every failed call already says so, and the page offers to try again.
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 5_000, refetchOnWindowFocus: false }, mutations: { retry: false } },
})

cache.clear = () => queryClient.clear()
cache.refresh = () => void queryClient.invalidateQueries({ refetchType: 'none' })
cache.forgetFailures = () => queryClient.removeQueries({ predicate: (query) => query.state.status === 'error' })

/** Query options for a GET endpoint. The key is the path, then the input, so `invalidate` can match by path. */
export function get<P extends ZodMiniType, Q extends ZodMiniType, B extends ZodMiniType, R extends ZodMiniType>(
  e: Endpoint<P, Q, B, R>,
  input: CallInput<P, Q, B>,
  options: Pick<CallOptions, 'background'> = {},
) {
  return queryOptions({ queryKey: [e.path, input], queryFn: ({ signal }) => call(e, input, { ...options, signal }) })
}

/** For a route's loader: fetches what its page reads, unless it is in the cache. A failure shows where the page reads it. */
export async function prefetch(...queries: { queryKey: QueryKey }[]): Promise<void> {
  // Each has its own type of answer, which nobody looks at here.
  await Promise.allSettled(queries.map((query) => queryClient.ensureQueryData(query as FetchQueryOptions)))
}

/** Marks what these endpoints answered as old: what is on the screen is fetched again. */
export async function invalidate(...endpoints: { path: string }[]): Promise<void> {
  await Promise.all(endpoints.map((e) => queryClient.invalidateQueries({ queryKey: [e.path] })))
}

/** As `get`, for a list: while the next page or filter is on its way the present rows stay. */
export function list<P extends ZodMiniType, Q extends ZodMiniType, B extends ZodMiniType, R extends ZodMiniType>(
  e: Endpoint<P, Q, B, R>,
  input: CallInput<P, Q, B>,
) {
  // What the loader could not fetch is not asked twice: the list offers to try again.
  return { ...get(e, input), placeholderData: keepPreviousData, retryOnMount: false }
}
