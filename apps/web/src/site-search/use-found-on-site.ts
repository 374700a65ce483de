import { MAX_QUESTION, searchSite } from '@portico/contract/site-search'
import type { Language } from '@portico/contract/translations'
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { call } from '../api/call.ts'
import { queryClient } from '../api/query.ts'
import { readToken } from '../api/session.ts'
import { language } from '../i18n.ts'
import { useStore } from '../store.ts'
import { text } from '../ui/page-search.ts'

export const SosoSearch = z.object({ q: text })

/** Query of results; later pages hold articles only. Signed-in readers find more. */
function found(q: string, lang: Language) {
  const question = q.trim().slice(0, MAX_QUESTION)
  return infiniteQueryOptions({
    queryKey: [searchSite.path, question, lang, readToken() !== null],
    queryFn: ({ pageParam, signal }) =>
      call(searchSite, { body: { q: question, lang, ...(pageParam !== null && { after: pageParam }) } }, { signal, quiet: true }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ groups }) => groups.find(({ kind }) => kind === 'article')?.next,
  })
}

export function useFoundOnSite(q: string) {
  const lang = useStore(language)
  return useInfiniteQuery({ ...found(q, lang), placeholderData: keepPreviousData, retryOnMount: false }, queryClient)
}

/** For the loader. A failure shows in the page. */
export async function prefetchFound(search: object): Promise<void> {
  await queryClient.prefetchInfiniteQuery(found(SosoSearch.parse(search).q ?? '', language.get()))
}
