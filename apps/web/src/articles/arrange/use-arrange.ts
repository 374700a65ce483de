import { adminArrangeArticles, adminListArticles, type AdminListedArticle } from '@portico/contract/articles-admin'
import { adminListCategories } from '@portico/contract/article-categories-admin'
import { infiniteQueryOptions, type InfiniteData, useMutation } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { invalidate, queryClient } from '../../api/query.ts'
import { arranged, type Arrangement } from './shelves.ts'

const PAGE = 100

type Page = { items: AdminListedArticle[]; total: number; page: number }

/** Articles in reading order, by page. */
export const readArticles = infiniteQueryOptions({
  queryKey: [adminListArticles.path, 'reading order'],
  queryFn: ({ pageParam: page, signal }): Promise<Page> =>
    call(adminListArticles, { query: { kind: 'article', status: 'published', sort: 'place', page, page_size: PAGE } }, { signal }),
  initialPageParam: 1,
  getNextPageParam: ({ page, total }) => (page * PAGE < total ? page + 1 : undefined),
})

/** Saves an arrangement. Shows it at once and reverts it on failure. */
export function useArrange() {
  const { queryKey } = readArticles
  return useMutation({
    mutationFn: (body: Arrangement) => call(adminArrangeArticles, { body }),
    onMutate: async (wanted) => {
      // An answer still on its way has the old order.
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData<InfiniteData<Page>>(queryKey)
      queryClient.setQueryData<InfiniteData<Page>>(queryKey, (data) => data && withOrder(data, wanted))
      return before
    },
    onError: (_error, _wanted, before) => queryClient.setQueryData(queryKey, before),
    onSettled: () => invalidate(adminListArticles, adminListCategories),
  })
}

function withOrder(data: InfiniteData<Page>, wanted: Arrangement): InfiniteData<Page> {
  const all = arranged(
    data.pages.flatMap(({ items }) => items),
    wanted,
  )
  return { ...data, pages: data.pages.map((page, i) => ({ ...page, items: all.slice(i * PAGE, (i + 1) * PAGE) })) }
}
