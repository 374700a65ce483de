import { Button } from '@mantine/core'
import { adminListCategories, adminListTags } from '@portico/contract/article-categories-admin'
import { adminListArticles, type AdminListedArticle } from '@portico/contract/articles-admin'
import { LANGUAGES } from '@portico/contract/translations'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { get } from '../../api/query.ts'
import { useT } from '../../i18n.ts'
import { LANGUAGE_NAMES } from '../../ui/form/in-languages.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { formatNumber } from '../../ui/format/format-number.ts'
import { listOf } from '../../ui/list/list-of.ts'
import { useList } from '../../ui/list/use-list.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { FilterBar, SearchField } from '../../ui/table/filter-bar.tsx'
import { FilterChip } from '../../ui/table/filter-chip.tsx'
import { usePicking } from '../../ui/table/use-picking.ts'
import { editArticle, newArticle } from '../article-addresses.ts'
import { AudienceText } from '../audience-text.tsx'
import { pathsOf } from '../category-tree.ts'
import { HelpfulText } from '../helpful-text.tsx'
import { useNameOf, useTitlesOf } from '../names.ts'
import { StarterOffer } from '../starter-offer.tsx'
import { ArticleState } from './article-state.tsx'
import { ContentActions } from './content-actions.tsx'
import { ContentBulk } from './content-bulk.tsx'
import styles from './content-table.module.css'
import { NewContent } from './new-content.tsx'

type Article = AdminListedArticle
const articles = listOf(adminListArticles)
const MARKS = { en: 'EN', 'zh-CN': '中' } as const

export const Route = createFileRoute('/_signed-in/_console/admin/content/contentlist')({
  component: ContentListPage,
  staticData: { title: 'title.contentlist' },
})

function ContentListPage() {
  const t = useT()
  const router = useRouter()
  const nameOf = useNameOf()
  const titlesOf = useTitlesOf()
  const list = useList(articles)
  const categories = useQuery(get(adminListCategories, {})).data?.items ?? []
  const tags = useQuery(get(adminListTags, {})).data?.items ?? []
  const { picking, picked } = usePicking(list.table, (row) => titlesOf(row).title)
  const paths = pathsOf(categories, nameOf)
  const { category, tag } = list.state
  const items = list.query.data?.items ?? []
  const columns: Column<Article>[] = [
    { header: t('article_manage.title'), render: (row) => <Title of={row} />, sort: 'title', opens: true, at: 'who', wrap: true },
    ...(differ(items, ({ kind, type }) => `${kind} ${type}`)
      ? [{ header: t('article_manage.kind'), render: (row: Article) => <Kind of={row} />, at: 'what' as const }]
      : []),
    { header: t('article_manage.status'), render: (row) => <ArticleState article={row} />, at: 'state' },
    {
      header: t('article_manage.category'),
      render: ({ category_id: id }) => <Category path={id === null ? undefined : paths.get(id)} />,
      lesser: true,
    },
    ...(differ(items, ({ audience, audience_ids: ids }) => `${audience} ${ids.join()}`)
      ? [{ header: t('article_manage.audience'), render: (row: Article) => <AudienceText of={row} />, lesser: true }]
      : []),
    {
      header: t('article_manage.updated_at'),
      render: (row) => <DateTime value={row.updated_at} part="day" />,
      sort: 'updated_at',
      at: 'what',
    },
    { header: t('article_manage.views'), render: (row) => formatNumber(row.views), align: 'right', at: 'much', named: true },
    { header: t('article_manage.helpful'), render: (row) => <HelpfulText of={row} />, align: 'right', lesser: true },
    { header: t('table.actions'), actions: true, render: (row) => <ContentActions article={row} /> },
  ]
  return (
    <>
      <PageHeader title={t('title.contentlist')} text={t('article_manage.text')}>
        {!list.isEmpty && <NewContent />}
      </PageHeader>
      <FilterBar {...list.bar}>
        <SearchField label={t('article_manage.search')} {...list.filter('search')} />
        <FilterChip label={t('article_manage.status')} {...list.choice('status', (value) => t(`article_manage.status_${value}`))} />
        <FilterChip label={t('article_manage.kind')} {...list.choice('kind', (value) => t(`article_manage.kind_${value}`))} />
        {(categories.length > 0 || category !== undefined) && (
          <FilterChip
            label={t('article_manage.category')}
            choices={categories.map(({ id }) => ({ value: String(id), label: paths.get(id) ?? `#${id}` }))}
            {...list.filter('category')}
          />
        )}
        {(tags.length > 0 || tag !== undefined) && (
          <FilterChip
            label={t('article_manage.tag')}
            choices={tags.map((one) => ({ value: String(one.id), label: nameOf(one) }))}
            {...list.filter('tag')}
          />
        )}
      </FilterBar>
      <DataTable
        label={t('title.contentlist')}
        {...list.table}
        columns={columns}
        picking={picking}
        onOpen={(row) => void router.navigate({ href: editArticle(row.id) })}
        empty={{
          title: t('article_manage.empty'),
          text: t('article_manage.empty_text'),
          drawing: 'start',
          children: (
            <StarterOffer>
              <Button variant="subtle" onClick={() => void router.navigate({ href: newArticle('article') })}>
                {t('article_manage.create_first')}
              </Button>
            </StarterOffer>
          ),
        }}
      />
      <ContentBulk picked={picked} />
    </>
  )
}

/** Whether a column says more than the same thing in every row. */
function differ(items: Article[], valueOf: (row: Article) => string): boolean {
  return new Set(items.map(valueOf)).size > 1
}

/** The title, and a mark for each language it is written in; the other title shows on hover. */
function Title({ of }: { of: Article }) {
  const t = useT()
  const { title, other } = useTitlesOf()(of)
  const written = LANGUAGES.filter((language) => of.titles[language])
  return (
    <span className={styles['title']} title={other ?? undefined}>
      {title}
      <small aria-label={t('article_manage.written_in', { languages: written.map((one) => LANGUAGE_NAMES[one]).join(', ') })} role="img">
        {written.map((one) => (
          <span key={one} lang={one}>
            {MARKS[one]}
          </span>
        ))}
      </small>
    </span>
  )
}

/** The name of an article's category; the names of the categories above it show on hover. */
function Category({ path }: { path: string | undefined }) {
  return path === undefined ? <span className="quiet">–</span> : <span title={path}>{path.split(' / ').at(-1)}</span>
}

function Kind({ of: { kind, type } }: { of: Article }) {
  const t = useT()
  return (
    <>
      {t(`article_manage.kind_${kind}`)}
      {type !== null && <span className="quiet"> · {type}</span>}
    </>
  )
}
