import { adminDeleteLinkSource, adminListLinkSources, type LinkSource } from '@portico/contract/links-admin'
import { createFileRoute } from '@tanstack/react-router'
import { call } from '../api/call.ts'
import { useT } from '../i18n.ts'
import { DateTime } from '../ui/format/date-time.tsx'
import { formatNumber } from '../ui/format/format-number.ts'
import { lazyDrawer } from '../ui/lazy/lazy-opened.tsx'
import { listOf } from '../ui/list/list-of.ts'
import { useEditing } from '../ui/list/use-editing.tsx'
import { useList } from '../ui/list/use-list.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { DataTable } from '../ui/table/data-table.tsx'

const LinkSourceDrawer = lazyDrawer(async () => (await import('./link-source-drawer.tsx')).LinkSourceDrawer)

const sources = listOf(adminListLinkSources)

export const Route = createFileRoute('/_signed-in/_console/admin/links')({
  loader: (route) => sources.load(route),
  component: LinkSourcesPage,
  staticData: { title: 'title.links' },
})

/** Other panels whose links are still served, and whether anybody uses them. */
function LinkSourcesPage() {
  const t = useT()
  const list = useList(sources)
  const editing = useEditing(list, 'settings.security')
  const create = editing.button(t('links.create'))
  return (
    <>
      <PageHeader title={t('title.links')} text={t('links.text')}>
        {!list.isEmpty && create}
      </PageHeader>
      <DataTable
        label={t('title.links')}
        {...list.table}
        {...editing.table}
        columns={[
          { header: t('links.name'), render: ({ name }) => <strong>{name}</strong>, opens: true, at: 'who' },
          { header: t('links.paths'), render: (source) => <Paths source={source} />, lesser: true },
          { header: t('links.count'), render: (row) => formatNumber(row.links), align: 'right' },
          { header: t('links.in_use'), render: (row) => formatNumber(row.in_use), align: 'right', at: 'much', named: true },
          { header: t('links.last_used'), render: (row) => <DateTime value={row.last_used_at} />, lesser: true },
          {
            header: t('links.ends'),
            render: ({ ends_at: ends }) => (ends === null ? t('links.never') : <DateTime value={ends} part="day" />),
            at: 'what',
          },
          editing.actions(({ id, name, links }) => ({
            name,
            words: {
              title: t('links.delete_title', { name }),
              text: t('links.delete_text', { n: links }),
              done: t('links.deleted', { name }),
            },
            remove: () => call(adminDeleteLinkSource, { params: { id } }),
          })),
        ]}
        empty={{ title: t('links.empty'), text: t('links.empty_text'), drawing: 'start', children: create }}
      />
      {editing.form(LinkSourceDrawer)}
    </>
  )
}

function Paths({ source: { paths } }: { source: LinkSource }) {
  const t = useT()
  return (
    <>
      <code>{paths[0]?.path}</code>
      {paths.length > 1 && ` ${t('links.more_paths', { n: paths.length - 1 })}`}
    </>
  )
}
