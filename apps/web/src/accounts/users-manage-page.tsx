import { Button } from '@mantine/core'
import { adminExportUsers, adminListUsers } from '@portico/contract/accounts-admin'
import { adminListPlans } from '@portico/contract/plans-admin'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Navigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useMay } from '../api/may.ts'
import { get } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { Allowed } from '../ui/allowed.tsx'
import { lazyDrawer } from '../ui/lazy/lazy-opened.tsx'
import { ListCsv } from '../ui/list/list-csv.tsx'
import { listOf } from '../ui/list/list-of.ts'
import { useList } from '../ui/list/use-list.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { useAskedToOpen, usePageSearch } from '../ui/page-search.ts'
import { ColumnsMenu } from '../ui/table/columns-menu.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { DayFilter } from '../ui/table/day-filter.tsx'
import { FilterBar, SearchField } from '../ui/table/filter-bar.tsx'
import { FilterChip } from '../ui/table/filter-chip.tsx'
import { SavedFilters } from '../ui/table/saved/saved-filters.tsx'
import { useColumns } from '../ui/table/use-columns.ts'
import { usePicking } from '../ui/table/use-picking.ts'
import { UsersBulk } from './bulk/users-bulk.tsx'
import { foundColumn, userColumns } from './user-columns.tsx'

const CreateUserDrawer = lazyDrawer(async () => (await import('./create-user-drawer.tsx')).CreateUserDrawer)
const CreateUsersDrawer = lazyDrawer(async () => (await import('./create-users-drawer.tsx')).CreateUsersDrawer)
const users = listOf(adminListUsers)
/** `user`: in old links, which led to a member's drawer on this page. */
const Search = z.object({ user: z.catch(z.optional(z.string().check(z.regex(/^\d{1,15}$/))), undefined) })

export const Route = createFileRoute('/_signed-in/_console/admin/user')({
  loader: (route) => users.load(route),
  component: UsersManagePage,
  staticData: { title: 'title.users' },
})

function UsersManagePage() {
  const t = useT()
  const [creating, setCreating] = useState(false)
  const [creatingMany, setCreatingMany] = useState(false)
  const may = useMay()
  const router = useRouter()
  useAskedToOpen(may('members.write'), () => setCreating(true))
  const [{ user }] = usePageSearch(Search)
  const list = useList(users)
  const plans = useQuery(get(adminListPlans, {}))
  const { filters: filter } = list
  // Which search found a member is worth a column only while there is one.
  const columns = useColumns('members', [...userColumns(), ...(filter.q ? [foundColumn()] : [])])
  const { picking, picked } = usePicking(list.table, (row) => row.label)
  const { items = [], total = 0, total_is: totalIs = 'exact' } = list.query.data ?? {}
  // Those who run the site are listed too, but alone they are no members.
  const onlyStaff = !list.filtered && items.length > 0 && items.length === total && items.every((row) => row.is_admin)
  const isEmpty = onlyStaff || list.isEmpty
  const create = (
    <Allowed to="members.write">
      <Button onClick={() => setCreating(true)}>{t('user_manage.create')}</Button>
    </Allowed>
  )
  const open = (id: number): void => void router.navigate({ href: `/admin/user/${id}` })
  const { q, state, plan_id: plan, from, to, ends_from, ends_to } = filter
  if (user !== undefined) return <Navigate to="/admin/user/$memberId" params={{ memberId: user }} replace />
  return (
    <>
      <PageHeader title={t('title.users')}>
        <ListCsv list={{ ...list, isEmpty }} from={adminExportUsers} name="members" needs="export" />
        {!isEmpty && (
          <Allowed to="members.write">
            <Button variant="default" onClick={() => setCreatingMany(true)}>
              {t('many_users.open')}
            </Button>
          </Allowed>
        )}
        {!isEmpty && create}
      </PageHeader>
      <FilterBar
        {...list.bar}
        hidden={isEmpty}
        end={
          <>
            <SavedFilters list="members" current={given({ q, state, plan, from, to, ends_from, ends_to })} onUse={list.reset} />
            <ColumnsMenu columns={columns} />
          </>
        }
      >
        <SearchField label={t('user_manage.search')} {...list.filter('q')} />
        <FilterChip label={t('user_manage.state')} {...list.choice('state', (value) => t(`user_manage.state_${value}`))} />
        <FilterChip
          label={t('user_manage.plan')}
          choices={(plans.data?.items ?? []).map(({ id, shown_name: label }) => ({ value: String(id), label }))}
          {...list.filter('plan_id')}
        />
        <DayFilter
          label={t('user_manage.ends_days')}
          from={filter.ends_from}
          to={filter.ends_to}
          onChange={(days) => list.change({ ...('from' in days && { ends_from: days.from }), ...('to' in days && { ends_to: days.to }) })}
        />
        <DayFilter label={t('user_manage.joined_days')} {...list.days} />
      </FilterBar>
      <DataTable
        label={t('title.users')}
        {...list.table}
        query={onlyStaff ? { ...list.query, data: { items: [] } } : list.query}
        columns={columns.shown}
        onOpen={(row) => open(row.id)}
        picking={may('members.write') ? picking : undefined}
        empty={{ title: t('user_manage.empty'), text: t('user_manage.empty_text'), drawing: 'start', children: create }}
      />
      <UsersBulk picked={picked} total={totalIs === 'exact' ? total : null} filter={filter} />
      {creatingMany && <CreateUsersDrawer onClose={() => setCreatingMany(false)} />}
      {creating && <CreateUserDrawer onClose={() => setCreating(false)} onCreated={(row) => open(row.id)} />}
    </>
  )
}

/** The fields of a filter that are set. */
function given(filter: Record<string, string | number | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])))
}
