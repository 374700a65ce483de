import { Button } from '@mantine/core'
import { adminDeleteGroup, adminListGroups, type Group } from '@portico/contract/groups-admin'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { useMay } from '../api/may.ts'
import { list, prefetch } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { Allowed } from '../ui/allowed.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { stepsOf } from '../ui/drawer/row-steps.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { RowActions } from '../ui/table/row-actions.tsx'
import { useAskedToOpen } from '../ui/page-search.ts'
import { GroupDrawer } from './group-drawer.tsx'
import { formatNumber } from '../ui/format/format-number.ts'

const groups = list(adminListGroups, {})

export const Route = createFileRoute('/_signed-in/_console/admin/server/group')({
  loader: () => prefetch(groups),
  component: GroupsPage,
  staticData: { title: 'title.server_group' },
})

function GroupsPage() {
  const t = useT()
  const may = useMay()
  const query = useQuery(groups)
  const [edited, setEdited] = useState<Group | 'new' | null>(null)
  useAskedToOpen(may('plans.write'), () => setEdited('new'))
  const group = edited === 'new' ? null : edited
  const steps = stepsOf(query.data?.items, (row) => row.id === group?.id, setEdited)
  const columns: Column<Group>[] = [
    { header: t('groups.name'), render: (group) => <strong>{group.name}</strong>, opens: true, at: 'who' },
    { header: t('groups.plans'), render: (group) => group.plans, align: 'right' },
    { header: t('groups.nodes'), render: (group) => group.nodes, align: 'right' },
    { header: t('groups.members'), render: (group) => formatNumber(group.members), align: 'right', at: 'much', named: true },
    { header: t('groups.created'), render: (group) => <DateTime value={group.created_at} part="day" />, at: 'what' },
    { header: t('table.actions'), actions: true, render: (group) => <Actions group={group} onEdit={() => setEdited(group)} /> },
  ]
  const create = (
    <Allowed to="plans.write">
      <Button onClick={() => setEdited('new')}>{t('groups.create')}</Button>
    </Allowed>
  )
  return (
    <>
      <PageHeader title={t('title.server_group')} text={t('groups.text')}>
        {query.data?.items.length !== 0 && create}
      </PageHeader>
      <DataTable
        label={t('title.server_group')}
        query={query}
        columns={columns}
        rowKey={(group) => group.id}
        onOpen={may('plans.write') ? setEdited : undefined}
        opened={group?.id}
        empty={
          <EmptyState title={t('groups.empty')} text={t('groups.empty_text')} drawing="start">
            {create}
          </EmptyState>
        }
      />
      {edited && <GroupDrawer key={group?.id} group={group} steps={steps} onClose={() => setEdited(null)} />}
    </>
  )
}

function Actions({ group, onEdit }: { group: Group; onEdit: () => void }) {
  const t = useT()
  const { id, name } = group
  const isUsed = group.plans + group.nodes + group.members > 0
  return (
    <Allowed to="plans.write">
      <RowActions
        name={name}
        onEdit={onEdit}
        words={{ title: t('groups.delete_title', { name }), done: t('groups.deleted', { name }) }}
        remove={() => call(adminDeleteGroup, { params: { id } })}
        changes={[adminListGroups]}
        kept={isUsed ? t('groups.in_use') : undefined}
      />
    </Allowed>
  )
}
