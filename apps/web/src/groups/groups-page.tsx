import { adminDeleteGroup, adminListGroups } from '@portico/contract/groups-admin'
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

const GroupDrawer = lazyDrawer(async () => (await import('./group-drawer.tsx')).GroupDrawer)

const groups = listOf(adminListGroups)

export const Route = createFileRoute('/_signed-in/_console/admin/server/group')({
  loader: (route) => groups.load(route),
  component: GroupsPage,
  staticData: { title: 'title.server_group' },
})

function GroupsPage() {
  const t = useT()
  const list = useList(groups)
  const editing = useEditing(list, 'plans.write')
  const create = editing.button(t('groups.create'))
  return (
    <>
      <PageHeader title={t('title.server_group')} text={t('groups.text')}>
        {!list.isEmpty && create}
      </PageHeader>
      <DataTable
        label={t('title.server_group')}
        {...list.table}
        {...editing.table}
        columns={[
          { header: t('groups.name'), render: ({ name }) => <strong>{name}</strong>, opens: true, at: 'who' },
          { header: t('groups.plans'), render: ({ plans }) => plans, align: 'right' },
          { header: t('groups.nodes'), render: ({ nodes }) => nodes, align: 'right' },
          { header: t('groups.members'), render: ({ members }) => formatNumber(members), align: 'right', at: 'much', named: true },
          { header: t('groups.created'), render: (group) => <DateTime value={group.created_at} part="day" />, at: 'what' },
          editing.actions(({ id, name, plans, nodes, members }) => ({
            name,
            words: { title: t('groups.delete_title', { name }), done: t('groups.deleted', { name }) },
            remove: () => call(adminDeleteGroup, { params: { id } }),
            kept: plans + nodes + members > 0 ? t('groups.in_use') : undefined,
          })),
        ]}
        empty={{ title: t('groups.empty'), text: t('groups.empty_text'), drawing: 'start', children: create }}
      />
      {editing.form(GroupDrawer)}
    </>
  )
}
