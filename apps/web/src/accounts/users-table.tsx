import { Button } from '@mantine/core'
import type { AdminUser } from '@portico/contract/accounts-admin'
import { type ReactNode, useState } from 'react'
import { useT } from '../i18n.ts'
import { Bytes } from '../ui/format/bytes.tsx'
import { formatBytes } from '../ui/format/format-bytes.ts'
import { type Column, DataTable, type ListQuery } from '../ui/table/data-table.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { Meter } from '../ui/meter.tsx'
import { Money } from '../ui/format/money.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { TimeAgo } from '../ui/format/time-ago.tsx'
import { STATE_TONES, stateOf } from './user-state.ts'
import { TextButton } from '../ui/text-button.tsx'
import styles from './users-manage.module.css'

interface TableProps {
  query: ListQuery<AdminUser>
  page: number
  sort: string | undefined
  onPage: (page: number) => void
  onSort: (sort: string) => void
  onOpen: (user: AdminUser) => void
  empty: ReactNode
}

export function UsersTable({ query, page, sort, onPage, onSort, onOpen, empty }: TableProps) {
  const t = useT()
  const columns: Column<AdminUser>[] = [
    { header: t('account.email'), render: (user) => <Email user={user} onOpen={() => onOpen(user)} />, sort: 'email' },
    { header: t('user_manage.state'), render: (user) => <State user={user} /> },
    { header: t('user_manage.plan'), render: (user) => <Plan user={user} /> },
    { header: t('user_manage.expires'), render: (user) => <Expires user={user} />, sort: 'expired_at' },
    { header: t('user_manage.used'), render: (user) => <Used user={user} /> },
    { header: t('user_manage.balance'), render: (user) => <Money amount={user.balance} currency={user.currency} />, align: 'right' },
    { header: t('user_manage.last_login'), render: (user) => <TimeAgo value={user.last_login_at} />, sort: 'last_login_at' },
    { header: t('user_manage.created'), render: (user) => <DateTime value={user.created_at} part="day" />, sort: 'created_at' },
    {
      header: t('table.actions'),
      render: (user) => (
        <Button size="compact-sm" variant="subtle" onClick={() => onOpen(user)}>
          {t('action.edit')}
        </Button>
      ),
      align: 'right',
    },
  ]
  return (
    <DataTable
      label={t('title.users')}
      query={query}
      columns={columns}
      rowKey={(user) => user.id}
      page={page}
      onPage={onPage}
      sort={sort}
      onSort={onSort}
      empty={empty}
    />
  )
}

function Email({ user, onOpen }: { user: AdminUser; onOpen: () => void }) {
  return (
    <div className="stacked">
      <TextButton className={styles['email']} title={user.email} onClick={onOpen}>
        {user.email}
      </TextButton>
      <small>#{user.id}</small>
    </div>
  )
}

function State({ user }: { user: AdminUser }) {
  const t = useT()
  const [now] = useState(Date.now)
  const state = stateOf(user, now)
  // Operators seldom have a plan, so their role says more.
  const shown = user.is_admin && state === 'no_plan' ? 'admin' : state
  return (
    <span className={styles['badges']}>
      <StatusBadge tone={STATE_TONES[shown]} label={t(`user_manage.state_${shown}`)} />
      {user.link_alarm_at !== null && <StatusBadge tone={STATE_TONES.link_alarm} label={t('user_manage.state_link_alarm')} />}
      {user.is_admin && shown !== 'admin' && <StatusBadge tone="busy" label={t('user_manage.state_admin')} />}
    </span>
  )
}

function Plan({ user }: { user: AdminUser }) {
  if (!user.plan_name) return <span>–</span>
  return (
    <div className="stacked">
      <span>{user.plan_name}</span>
      <small>{user.group_name}</small>
    </div>
  )
}

function Expires({ user }: { user: AdminUser }) {
  const t = useT()
  if (user.plan_id === null) return <span>–</span>
  return user.expired_at === null ? t('user_manage.permanent') : <DateTime value={user.expired_at} part="day" />
}

function Used({ user }: { user: AdminUser }) {
  const t = useT()
  if (user.plan_id === null) return <span>–</span>
  return (
    <div className={styles['used']}>
      <span>
        <Bytes value={user.u + user.d} /> / <Bytes value={user.transfer_enable} />
      </span>
      <Meter label={t('user_manage.used')} value={user.u + user.d} max={user.transfer_enable} />
      {user.extra_bytes > 0 && <small>{t('user_manage.carries_over', { amount: formatBytes(user.extra_bytes) })}</small>}
    </div>
  )
}
