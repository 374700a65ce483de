import { adminDeleteTag, adminListTags, type AdminTag } from '@portico/contract/article-categories-admin'
import { adminListArticles } from '@portico/contract/articles-admin'
import { createFileRoute } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { useT } from '../../i18n.ts'
import { formatNumber } from '../../ui/format/format-number.ts'
import { lazyDialog } from '../../ui/lazy/lazy-opened.tsx'
import { listOf } from '../../ui/list/list-of.ts'
import { useEditing } from '../../ui/list/use-editing.tsx'
import { useList } from '../../ui/list/use-list.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PathLink } from '../../ui/path-link.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useNameOf } from '../names.ts'

const TagModal = lazyDialog(async () => (await import('./tag-modal.tsx')).TagModal)

const tags = listOf(adminListTags)

export const Route = createFileRoute('/_signed-in/_console/admin/content/tags')({
  loader: (route) => tags.load(route),
  component: TagsPage,
  staticData: { title: 'title.tags' },
})

function TagsPage() {
  const t = useT()
  const nameOf = useNameOf()
  const list = useList(tags)
  const editing = useEditing(list, 'content.write')
  const create = editing.button(t('tag_manage.create'))
  return (
    <>
      <PageHeader title={t('title.tags')} text={t('tag_manage.text')}>
        {!list.isEmpty && create}
      </PageHeader>
      <DataTable
        label={t('title.tags')}
        {...list.table}
        {...editing.table}
        columns={[
          { header: t('tag_manage.tag'), render: (row) => <strong>{nameOf(row)}</strong>, opens: true, at: 'who' },
          { header: t('article_manage.name_en'), render: ({ name_en: name }) => (name ? <span lang="en">{name}</span> : <Missing />) },
          { header: t('article_manage.name_zh'), render: ({ name_zh: name }) => (name ? <span lang="zh-CN">{name}</span> : <Missing />) },
          { header: t('tag_manage.articles'), render: (row) => <Articles tag={row} />, align: 'right', at: 'much', named: true },
          editing.actions((row) => {
            const { id, article_count: n } = row
            const name = nameOf(row)
            return {
              name,
              words: {
                title: t('tag_manage.delete_title', { name }),
                text: n === 0 ? t('tag_manage.delete_unused') : t('tag_manage.delete_text', { n }),
                done: t('tag_manage.deleted', { name }),
              },
              remove: () => call(adminDeleteTag, { params: { id } }),
              changes: [adminListTags, adminListArticles],
            }
          }),
        ]}
        empty={{ title: t('tag_manage.empty'), text: t('tag_manage.empty_text'), drawing: 'start', children: create }}
      />
      {editing.form(TagModal)}
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
