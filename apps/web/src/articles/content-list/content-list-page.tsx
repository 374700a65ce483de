import { Button } from '@mantine/core'
import { adminListCategories, adminListTags } from '@portico/contract/article-categories-admin'
import { adminListArticles, ArticleKind, ArticleStatus } from '@portico/contract/articles-admin'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { get, list } from '../../api/query.ts'
import { useT } from '../../i18n.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { choice, pageNumber, rowId, text, usePageSearch } from '../../ui/page-search.ts'
import { FilterBar, SearchField } from '../../ui/table/filter-bar.tsx'
import { FilterChip } from '../../ui/table/filter-chip.tsx'
import { isEmptyList, NothingFits } from '../../ui/table/nothing-fits.tsx'
import { usePicking } from '../../ui/table/use-picking.ts'
import { newArticle } from '../article-addresses.ts'
import { pathsOf } from '../category-tree.ts'
import { useNameOf, useTitlesOf } from '../names.ts'
import { StarterOffer } from '../starter-offer.tsx'
import { ContentBulk } from './content-bulk.tsx'
import { ContentTable } from './content-table.tsx'
import { NewContent } from './new-content.tsx'

export const Route = createFileRoute('/_signed-in/_console/admin/content/contentlist')({
  component: ContentListPage,
  staticData: { title: 'title.contentlist' },
})

const SORTS = ['title', 'published_at', 'updated_at'].flatMap((field) => [field, `-${field}`])
const Search = z.object({
  page: pageNumber,
  kind: choice(ArticleKind.options),
  status: choice(ArticleStatus.options),
  category: rowId,
  tag: rowId,
  search: text,
  sort: choice(SORTS),
})

function ContentListPage() {
  const t = useT()
  const router = useRouter()
  const nameOf = useNameOf()
  const titlesOf = useTitlesOf()
  const [asked, change] = usePageSearch(Search)
  const { page, kind, status, category, tag, search, sort } = asked
  const query = useQuery(list(adminListArticles, { query: { page, sort, kind, status, category, tag, search: search?.slice(0, 60) } }))
  const categories = useQuery(get(adminListCategories, {})).data?.items ?? []
  const tags = useQuery(get(adminListTags, {})).data?.items ?? []
  const filtered = [kind, status, category, tag, search].some((value) => value !== undefined)
  const isEmpty = isEmptyList(query, filtered)
  const clear = (): void => change({ kind: undefined, status: undefined, category: undefined, tag: undefined, search: undefined })
  const { picking, picked } = usePicking(
    query.data?.items,
    (row) => row.id,
    (row) => titlesOf(row).title,
  )
  const paths = pathsOf(categories, nameOf)
  return (
    <>
      <PageHeader title={t('title.contentlist')} text={t('article_manage.text')}>
        {!isEmpty && <NewContent />}
      </PageHeader>
      <FilterBar hidden={isEmpty} active={filtered} onClear={clear}>
        <SearchField label={t('article_manage.search')} value={search ?? ''} onChange={(value) => change({ search: value })} />
        <FilterChip
          label={t('article_manage.status')}
          choices={ArticleStatus.options.map((value) => ({ value, label: t(`article_manage.status_${value}`) }))}
          value={status}
          onChange={(value) => change({ status: value })}
        />
        <FilterChip
          label={t('article_manage.kind')}
          choices={ArticleKind.options.map((value) => ({ value, label: t(`article_manage.kind_${value}`) }))}
          value={kind}
          onChange={(value) => change({ kind: value })}
        />
        {(categories.length > 0 || category !== undefined) && (
          <FilterChip
            label={t('article_manage.category')}
            choices={categories.map(({ id }) => ({ value: String(id), label: paths.get(id) ?? `#${id}` }))}
            value={category?.toString()}
            onChange={(value) => change({ category: value })}
          />
        )}
        {(tags.length > 0 || tag !== undefined) && (
          <FilterChip
            label={t('article_manage.tag')}
            choices={tags.map((one) => ({ value: String(one.id), label: nameOf(one) }))}
            value={tag?.toString()}
            onChange={(value) => change({ tag: value })}
          />
        )}
      </FilterBar>
      <ContentTable
        query={query}
        page={page}
        sort={sort}
        onPage={(next) => change({ page: next })}
        onSort={(next) => change({ sort: next })}
        picking={picking}
        paths={paths}
        empty={
          filtered ? (
            <NothingFits onClear={clear} />
          ) : (
            <EmptyState title={t('article_manage.empty')} text={t('article_manage.empty_text')} drawing="start">
              <StarterOffer>
                <Button variant="subtle" onClick={() => void router.navigate({ href: newArticle('article') })}>
                  {t('article_manage.create_first')}
                </Button>
              </StarterOffer>
            </EmptyState>
          )
        }
      />
      <ContentBulk picked={picked} />
    </>
  )
}
