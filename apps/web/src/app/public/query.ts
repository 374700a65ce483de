import type { CallInput, Endpoint } from '@portico/contract/endpoint'
import type { ZodMiniType } from 'zod/mini'
import { cache } from '../../api/cache.ts'
import { call, type CallOptions } from '../../api/call.ts'
import { answerTo, ask, forgetFailures } from './answers.ts'
import { firstPage, run } from './react-query.ts'

// Stands in for `api/query.ts` on public pages, which run without its library (`public-build.ts`).

cache.forgetFailures = forgetFailures

/** A query of a GET endpoint. */
export function get<P extends ZodMiniType, Q extends ZodMiniType, B extends ZodMiniType, R extends ZodMiniType>(
  e: Endpoint<P, Q, B, R>,
  input: CallInput<P, Q, B>,
  options: Pick<CallOptions, 'background' | 'quiet'> = {},
) {
  return { queryKey: [e.path, input], queryFn: ({ signal }: { signal: AbortSignal }) => call(e, input, { ...options, signal }) }
}

type Asked = Parameters<typeof run>[0]

/** For a page's loader. A failure shows where the page reads the query. */
export async function prefetch(...queries: Asked[]): Promise<void> {
  await Promise.allSettled(queries.map((query) => fetchOnce(query, () => run(query))))
}

export const queryClient = {
  prefetchInfiniteQuery: async (query: Parameters<typeof firstPage>[0]): Promise<void> => {
    await fetchOnce(query, () => firstPage(query)).catch(() => {})
  },
}

async function fetchOnce({ queryKey: key }: Pick<Asked, 'queryKey'>, call: () => Promise<unknown>): Promise<void> {
  if (answerTo(key).get().at === 0) await ask(key, call)
}
