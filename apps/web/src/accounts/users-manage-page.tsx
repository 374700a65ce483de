import { Button, Select } from '@mantine/core'
import { adminListUsers, type AdminUser, UserState } from '@portico/contract/accounts-admin'
import { adminListPlans } from '@portico/contract/plans-admin'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useMay } from '../api/may.ts'
import { get, list, prefetch } from '../api/query.ts'
import { useT } from '../i18n.ts'
import { Allowed } from '../ui/allowed.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FilterBar, SearchField } from '../ui/table/filter-bar.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { choice, pageNumber, text, usePageSearch, useAskedToOpen } from '../ui/page-search.ts'
import { CreateUserDrawer } from './create-user-drawer.tsx'
import { UserDrawer } from './user-drawer.tsx'
import { UsersTable } from './users-table.tsx'

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
  const { page, q, state, plan: planId, sort, user } = search
  const query = useQuery(users(search))
  const filtered = Boolean(q ?? state ?? planId)
  const open = (id: number | undefined): void => change({ user: id, page })
  return (
    <>
      <PageHeader title={t('title.users')} text={t('user_manage.text')}>
        <Allowed to="members.write">
          <Button onClick={() => setCreating(true)}>{t('user_manage.create')}</Button>
        </Allowed>
      </PageHeader>
      <FilterBar active={filtered} onClear={() => change({ q: undefined, state: undefined, plan: undefined })}>
        <SearchField label={t('user_manage.search')} value={q ?? ''} onChange={(value) => change({ q: value })} />
        <Select
          aria-label={t('user_manage.state')}
          placeholder={t('user_manage.any_state')}
          clearable
          data={UserState.options.map((value) => ({ value, label: t(`user_manage.state_${value}`) }))}
          value={state ?? null}
          onChange={(value) => change({ state: value ?? undefined })}
        />
        <PlanFilter value={planId ?? null} onChange={(value) => change({ plan: value ?? undefined })} />
      </FilterBar>
      <UsersTable
        query={query}
        page={page}
        sort={sort}
        onPage={(next) => change({ page: next })}
        onSort={(next) => change({ sort: next })}
        onOpen={(row: AdminUser) => open(row.id)}
        empty={<EmptyState title={t(filtered ? 'state.empty_filtered' : 'state.empty')} />}
      />
      {creating && <CreateUserDrawer onClose={() => setCreating(false)} onCreated={(row) => open(row.id)} />}
      {user && <UserDrawer key={user} id={Number(user)} onClose={() => open(undefined)} />}
    </>
  )
}

function PlanFilter({ value, onChange }: { value: string | null; onChange: (value: string | null) => void }) {
  const t = useT()
  const { data } = useQuery(get(adminListPlans, {}))
  return (
    <Select
      aria-label={t('user_manage.plan')}
      placeholder={t('user_manage.any_plan')}
      clearable
      searchable
      nothingFoundMessage={t('menu.search_empty')}
      data={(data?.items ?? []).map((plan) => ({ value: String(plan.id), label: plan.name }))}
      value={value}
      onChange={onChange}
    />
  )
}
