import { Button } from '@mantine/core'
import { adminExportUsers, adminListUsers, UserState } from '@portico/contract/accounts-admin'
import { adminListPlans } from '@portico/contract/plans-admin'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Navigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'
import { call } from '../api/call.ts'
import { useMay } from '../api/may.ts'
import { get, list, prefetch } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { Allowed } from '../ui/allowed.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { choice, day, pageNumber, text, useAskedToOpen, usePageSearch } from '../ui/page-search.ts'
import { ColumnsMenu } from '../ui/table/columns-menu.tsx'
import { CsvButton } from '../ui/table/csv-button.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { DayFilter } from '../ui/table/day-filter.tsx'
import { FilterBar, SearchField } from '../ui/table/filter-bar.tsx'
import { FilterChip } from '../ui/table/filter-chip.tsx'
import { isEmptyList, NothingFits } from '../ui/table/nothing-fits.tsx'
import { SavedFilters } from '../ui/table/saved/saved-filters.tsx'
import { useColumns } from '../ui/table/use-columns.ts'
import { usePicking } from '../ui/table/use-picking.ts'
import { UsersBulk } from './bulk/users-bulk.tsx'
import { CreateUserDrawer } from './create-user-drawer.tsx'
import { foundColumn, userColumns } from './user-columns.tsx'

export const Route = createFileRoute('/_signed-in/_console/admin/user')({
  loader: ({ location }) => prefetch(users(Search.parse(location.search))),
  component: UsersManagePage,
  staticData: { title: 'title.users' },
})

const FIELDS = ['email', 'created_at', 'expired_at', 'last_login_at'] as const
const SORTS = FIELDS.flatMap((field) => [field, `-${field}`] as const)
const idText = z.catch(z.optional(z.string().check(z.regex(/^\d{1,15}$/))), undefined)
const Search = z.object({
  page: pageNumber,
  q: text,
  state: choice(UserState.options),
  plan: idText,
  from: day,
  to: day,
  sort: choice(SORTS),
  /** `user`: in links from when a member had a drawer here. */
  user: idText,
})
const users = ({ page, q, state, plan, from, to, sort }: z.output<typeof Search>) =>
  list(adminListUsers, { query: { page, q, state, plan_id: plan, from, to, sort } })

function UsersManagePage() {
  const t = useT()
  const [creating, setCreating] = useState(false)
  const may = useMay()
  const router = useRouter()
  useAskedToOpen(may('members.write'), () => setCreating(true))
  const [search, change] = usePageSearch(Search)
  const { page, q, state, plan, from, to, sort, user } = search
  const query = useQuery(users(search))
  const plans = useQuery(get(adminListPlans, {}))
  // Which search found a member is worth a column only while there is one.
  const columns = useColumns('members', [...userColumns(), ...(q ? [foundColumn()] : [])])
  const { picking, picked } = usePicking(
    query.data?.items,
    (row) => row.id,
    (row) => row.label,
  )
  const filtered = Boolean(q ?? state ?? plan ?? from ?? to)
  const { items = [], total } = query.data ?? {}
  // Those who run the site are listed too, but alone they are no members.
  const onlyStaff = !filtered && items.length > 0 && items.length === total && items.every((row) => row.is_admin)
  const isEmpty = onlyStaff || isEmptyList(query, filtered)
  const create = (
    <Allowed to="members.write">
      <Button onClick={() => setCreating(true)}>{t('user_manage.create')}</Button>
    </Allowed>
  )
  const reset = (): void => change(NONE)
  const open = (id: number): void => void router.navigate({ href: `/admin/user/${id}` })
  const filter = { q, state, plan_id: plan === undefined ? undefined : Number(plan), from, to }
  if (user !== undefined) return <Navigate to="/admin/user/$memberId" params={{ memberId: user }} replace />
  return (
    <>
      <PageHeader title={t('title.users')}>
        {!isEmpty && (
          <>
            <Allowed to="export">
              <CsvButton name="members" load={(options) => call(adminExportUsers, { query: filter }, options)} />
            </Allowed>
            {create}
          </>
        )}
      </PageHeader>
      <FilterBar
        hidden={isEmpty}
        active={filtered}
        onClear={reset}
        end={
          <>
            <SavedFilters list="members" current={given({ q, state, plan, from, to })} onUse={(saved) => change({ ...NONE, ...saved })} />
            <ColumnsMenu columns={columns} />
          </>
        }
      >
        <SearchField label={t('user_manage.search')} value={q ?? ''} onChange={(value) => change({ q: value })} />
        <FilterChip
          label={t('user_manage.state')}
          choices={UserState.options.map((value) => ({ value, label: t(`user_manage.state_${value}`) }))}
          value={state}
          onChange={(value) => change({ state: value })}
        />
        <FilterChip
          label={t('user_manage.plan')}
          choices={(plans.data?.items ?? []).map(({ id, shown_name: label }) => ({ value: String(id), label }))}
          value={plan}
          onChange={(value) => change({ plan: value })}
        />
        <DayFilter label={t('user_manage.joined_days')} from={from} to={to} onChange={(days) => change({ ...days })} />
      </FilterBar>
      <DataTable
        label={t('title.users')}
        query={onlyStaff ? { ...query, data: { items: [] } } : query}
        columns={columns.shown}
        rowKey={(row) => row.id}
        onOpen={(row) => open(row.id)}
        picking={may('members.write') ? picking : undefined}
        page={page}
        onPage={(next) => change({ page: next })}
        sort={sort}
        onSort={(next) => change({ sort: next })}
        empty={
          filtered ? (
            <NothingFits onClear={reset} />
          ) : (
            <EmptyState title={t('user_manage.empty')} text={t('user_manage.empty_text')} drawing="start">
              {create}
            </EmptyState>
          )
        }
      />
      <UsersBulk picked={picked} total={query.data?.total ?? 0} filter={filter} />
      {creating && <CreateUserDrawer onClose={() => setCreating(false)} onCreated={(row) => open(row.id)} />}
    </>
  )
}

const NONE = { q: undefined, state: undefined, plan: undefined, from: undefined, to: undefined }

/** The parts of a filter that are set. */
function given(filter: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(filter).filter((entry): entry is [string, string] => Boolean(entry[1])))
}
