import type { Language } from '@portico/contract/translations'
import type { fetchArticles } from '@portico/contract/articles'
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query.ts'
import { rowId, text } from '../../ui/page-search.ts'
import { textLanguage } from './use-text-language.ts'

export const ListSearch = z.object({ category: rowId, tag: rowId, search: text })
export type Asked = z.infer<typeof ListSearch>
/** Members and visitors have a call each, which answer alike. */
export type ListCall = typeof fetchArticles

const PAGE = 50

/** The articles a reader may see, in reading order, a page at a time: the shared state `articlelist`. */
function articlelist(from: ListCall, { category, tag, search }: Asked, lang: Language) {
  const query = {
    lang,
    page_size: String(PAGE),
    ...(category === undefined ? {} : { category: String(category) }),
    ...(tag === undefined ? {} : { tag: String(tag) }),
    ...(search ? { search: search.slice(0, 60) } : {}),
  }
  return infiniteQueryOptions({
    queryKey: [from.path, query],
    queryFn: ({ pageParam, signal }) =>
      call(from, { query: pageParam === null ? query : { ...query, after: pageParam } }, { signal, quiet: true }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
}

export function useArticleList(from: ListCall, asked: Asked, lang: Language) {
  return useInfiniteQuery({ ...articlelist(from, asked, lang), placeholderData: keepPreviousData, retryOnMount: false }, queryClient)
}

/** For a loader. A failure shows in the list. */
export async function prefetchArticles(from: ListCall, search: object): Promise<void> {
  await queryClient.prefetchInfiniteQuery(articlelist(from, ListSearch.parse(search), textLanguage(search)))
}
