import { Button } from '@mantine/core'
import { adminListUsers, UserState } from '@portico/contract/accounts-admin'
import { adminListPlans } from '@portico/contract/plans-admin'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useMay } from '../api/may.ts'
import { get, list, prefetch } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { Allowed } from '../ui/allowed.tsx'
import { stepsOf } from '../ui/drawer/row-steps.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { choice, pageNumber, text, useAskedToOpen, usePageSearch } from '../ui/page-search.ts'
import { ColumnsMenu } from '../ui/table/columns-menu.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { FilterBar, SearchField } from '../ui/table/filter-bar.tsx'
import { FilterChip } from '../ui/table/filter-chip.tsx'
import { isEmptyList, NothingFits } from '../ui/table/nothing-fits.tsx'
import { useColumns } from '../ui/table/use-columns.ts'
import { CreateUserDrawer } from './create-user-drawer.tsx'
import { userColumns } from './user-columns.tsx'
import { UserDrawer } from './user-drawer.tsx'

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
  sort: choice(SORTS),
  user: idText,
})
const users = ({ page, q, state, plan, sort }: z.output<typeof Search>) =>
  list(adminListUsers, { query: { page, q, state, plan_id: plan, sort } })

function UsersManagePage() {
  const t = useT()
  const [creating, setCreating] = useState(false)
  useAskedToOpen(useMay()('members.write'), () => setCreating(true))
  const [search, change] = usePageSearch(Search)
  const { page, q, state, plan, sort, user } = search
  const query = useQuery(users(search))
  const plans = useQuery(get(adminListPlans, {}))
  const columns = useColumns('members', userColumns())
  const filtered = Boolean(q ?? state ?? plan)
  const isEmpty = isEmptyList(query, filtered)
  const create = (
    <Allowed to="members.write">
      <Button onClick={() => setCreating(true)}>{t('user_manage.create')}</Button>
    </Allowed>
  )
  const reset = (): void => change({ q: undefined, state: undefined, plan: undefined })
  const open = (id: number | undefined): void => change({ user: id, page })
  const opened = user === undefined ? undefined : Number(user)
  const steps = stepsOf(
    query.data?.items,
    (row) => row.id === opened,
    (row) => open(row.id),
  )
  return (
    <>
      <PageHeader title={t('title.users')}>{!isEmpty && create}</PageHeader>
      <FilterBar hidden={isEmpty} active={filtered} onClear={reset} end={<ColumnsMenu columns={columns} />}>
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
      </FilterBar>
      <DataTable
        label={t('title.users')}
        query={query}
        columns={columns.shown}
        rowKey={(row) => row.id}
        onOpen={(row) => open(row.id)}
        opened={opened}
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
      {creating && <CreateUserDrawer onClose={() => setCreating(false)} onCreated={(row) => open(row.id)} />}
      {opened !== undefined && <UserDrawer key={opened} id={opened} steps={steps} onClose={() => open(undefined)} />}
    </>
  )
}
