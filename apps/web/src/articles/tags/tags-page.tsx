import { Button } from '@mantine/core'
import { adminDeleteTag, adminListTags, type AdminTag } from '@portico/contract/article-categories-admin'
import { adminListArticles } from '@portico/contract/articles-admin'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { list, prefetch } from '../../api/query.ts'
import { useT } from '../../i18n.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { useAskedToOpen } from '../../ui/page-search.ts'
import { PathLink } from '../../ui/path-link.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { RowActions } from '../../ui/table/row-actions.tsx'
import { useNameOf } from '../names.ts'
import { TagModal } from './tag-modal.tsx'
import { formatNumber } from '../../ui/format/format-number.ts'

const tags = list(adminListTags, {})

export const Route = createFileRoute('/_signed-in/_console/admin/content/tags')({
  loader: () => prefetch(tags),
  component: TagsPage,
  staticData: { title: 'title.tags' },
})

function TagsPage() {
  const t = useT()
  const nameOf = useNameOf()
  const query = useQuery(tags)
  const [edited, setEdited] = useState<AdminTag | 'new' | null>(null)
  useAskedToOpen(true, () => setEdited('new'))
  const tag = edited === 'new' ? null : edited
  const columns: Column<AdminTag>[] = [
    { header: t('tag_manage.tag'), render: (row) => <strong>{nameOf(row)}</strong>, opens: true, at: 'who' },
    { header: t('article_manage.name_en'), render: ({ name_en: name }) => (name ? <span lang="en">{name}</span> : <Missing />) },
    { header: t('article_manage.name_zh'), render: ({ name_zh: name }) => (name ? <span lang="zh-CN">{name}</span> : <Missing />) },
    { header: t('tag_manage.articles'), render: (row) => <Articles tag={row} />, align: 'right', at: 'much', named: true },
    { header: t('table.actions'), actions: true, render: (row) => <Actions tag={row} onEdit={() => setEdited(row)} /> },
  ]
  const create = <Button onClick={() => setEdited('new')}>{t('tag_manage.create')}</Button>
  return (
    <>
      <PageHeader title={t('title.tags')} text={t('tag_manage.text')}>
        {query.data?.items.length !== 0 && create}
      </PageHeader>
      <DataTable
        label={t('title.tags')}
        query={query}
        columns={columns}
        rowKey={(row) => row.id}
        onOpen={setEdited}
        opened={tag?.id}
        empty={
          <EmptyState title={t('tag_manage.empty')} text={t('tag_manage.empty_text')} drawing="start">
            {create}
          </EmptyState>
        }
      />
      {edited && <TagModal key={tag?.id} tag={tag} onClose={() => setEdited(null)} />}
    </>
  )
}

const Missing = () => <span className="quiet">–</span>

function Articles({ tag }: { tag: AdminTag }) {
  const t = useT()
  const { id, article_count: n } = tag
  const name = useNameOf()(tag)
  return (
    <PathLink to={`/admin/content/contentlist?tag=${id}`} aria-label={t('tag_manage.articles_with', { n, name })}>
      {formatNumber(n)}
    </PathLink>
  )
}

function Actions({ tag, onEdit }: { tag: AdminTag; onEdit: () => void }) {
  const t = useT()
  const { id, article_count: n } = tag
  const name = useNameOf()(tag)
  return (
    <RowActions
      name={name}
      onEdit={onEdit}
      words={{
        title: t('tag_manage.delete_title', { name }),
        text: n === 0 ? t('tag_manage.delete_unused') : t('tag_manage.delete_text', { n }),
        done: t('tag_manage.deleted', { name }),
      }}
      remove={() => call(adminDeleteTag, { params: { id } })}
      changes={[adminListTags, adminListArticles]}
    />
  )
}
