import type { AdminListedArticle } from '@portico/contract/articles-admin'
import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useT } from '../../i18n.ts'
import { DateTime } from '../../ui/format/date-time.tsx'
import { Stacked } from '../../ui/stacked.tsx'
import type { Picking } from '../../ui/table/column.ts'
import { type Column, DataTable, type ListQuery } from '../../ui/table/data-table.tsx'
import { editArticle } from '../article-addresses.ts'
import { AudienceText } from '../audience-text.tsx'
import { HelpfulText } from '../helpful-text.tsx'
import { InOther } from '../in-other.tsx'
import { useTitlesOf } from '../names.ts'
import { ArticleState } from './article-state.tsx'
import { ContentActions } from './content-actions.tsx'
import { formatNumber } from '../../ui/format/format-number.ts'

type Article = AdminListedArticle
interface ContentTableProps {
  query: ListQuery<Article>
  page: number
  sort: string | undefined
  onPage: (page: number) => void
  onSort: (sort: string) => void
  picking: Picking<Article>
  /** Categories with those above them, by id. */
  paths: Map<number, string>
  empty: ReactNode
}

/** All content: what it is, who reads it and how much. */
export function ContentTable({ paths, ...table }: ContentTableProps) {
  const t = useT()
  const router = useRouter()
  const columns: Column<Article>[] = [
    { header: t('article_manage.title'), render: (row) => <Title of={row} />, sort: 'title', opens: true, at: 'who', wrap: true },
    { header: t('article_manage.kind'), render: (row) => <Kind of={row} />, at: 'what' },
    { header: t('article_manage.status'), render: (row) => <ArticleState article={row} />, at: 'state' },
    {
      header: t('article_manage.category'),
      render: ({ category_id: id }) => <Category path={id === null ? undefined : paths.get(id)} />,
      lesser: true,
    },
    { header: t('article_manage.audience'), render: (row) => <AudienceText of={row} />, lesser: true },
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

/** The title, and the other language's or that it has none. */
function Title({ of }: { of: Article }) {
  const t = useT()
  const { title, other, missing } = useTitlesOf()(of)
  return <Stacked note={missing ? t(`article_manage.missing_${missing}`) : other && <InOther text={other} />}>{title}</Stacked>
}

/** Its own name; those above it show on hover. */
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
