import type { AdminListedArticle } from '@portico/contract/articles-admin'
import { LANGUAGES } from '@portico/contract/translations'
import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { LANGUAGE_NAMES } from '../../ui/form/in-languages.tsx'
import { useT } from '../../i18n.ts'
import { DateTime } from '../../ui/format/date-time.tsx'
import type { Picking } from '../../ui/table/column.ts'
import { type Column, DataTable, type ListQuery } from '../../ui/table/data-table.tsx'
import { editArticle } from '../article-addresses.ts'
import { AudienceText } from '../audience-text.tsx'
import { HelpfulText } from '../helpful-text.tsx'
import { useTitlesOf } from '../names.ts'
import { ArticleState } from './article-state.tsx'
import { ContentActions } from './content-actions.tsx'
import { formatNumber } from '../../ui/format/format-number.ts'
import styles from './content-table.module.css'

type Article = AdminListedArticle
const MARKS = { en: 'EN', 'zh-CN': '中' } as const

interface ContentTableProps {
  query: ListQuery<Article>
  page: number
  sort: string | undefined
  onPage: (page: number) => void
  onSort: (sort: string) => void
  picking: Picking<Article>
  /** Category names with all parents, by id. */
  paths: Map<number, string>
  empty: ReactNode
}

/** All content: what it is, who reads it and how much. */
export function ContentTable({ paths, ...table }: ContentTableProps) {
  const t = useT()
  const router = useRouter()
  const items = table.query.data?.items ?? []
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
    <DataTable
      label={t('title.contentlist')}
      columns={columns}
      rowKey={(row) => row.id}
      onOpen={(row) => void router.navigate({ href: editArticle(row.id) })}
      {...table}
    />
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

/** Name of a category; its parents show on hover. */
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
