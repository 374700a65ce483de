import type { AdminUser, ListedUser } from '@portico/contract/accounts-admin'
import { type ReactNode, useState } from 'react'
import { MemberLink } from './member-link.tsx'
import { t, useT } from '../i18n.ts'
import { Bytes } from '../ui/format/bytes.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { formatBytes } from '../ui/format/format-bytes.ts'
import { Money } from '../ui/format/money.tsx'
import { TimeAgo } from '../ui/format/time-ago.tsx'
import { Meter } from '../ui/meter.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import type { ChoosableColumn } from '../ui/table/use-columns.ts'
import { STATE_TONES, stateOf } from './user-state.ts'
import styles from './users-manage.module.css'

/** The columns of the list of members. */
export function userColumns(): ChoosableColumn<ListedUser>[] {
  return [
    { id: 'email', header: t('account.email'), render: (user) => user.label, sort: 'email', opens: true, at: 'who' },
    { id: 'id', header: 'ID', render: (user) => user.id, align: 'right', off: true },
    { id: 'state', header: t('user_manage.state'), render: (user) => <UserStates user={user} />, at: 'state' },
    { id: 'plan', header: t('user_manage.plan'), render: (user) => user.plan_name ?? '–', at: 'what' },
    { id: 'group', header: t('user_manage.group'), render: (user) => user.group_name ?? '–', off: true },
    { id: 'expires', header: t('user_manage.expires'), render: (user) => expires(user), sort: 'expired_at', at: 'what' },
    {
      id: 'used',
      header: t('user_manage.used'),
      render: (user) => (user.plan_id === null ? '–' : <Used user={user} />),
      lesser: true,
      at: 'much',
    },
    {
      id: 'balance',
      header: t('user_manage.balance'),
      render: (user) => <Money amount={user.balance} currency={user.currency} />,
      align: 'right',
    },
    {
      id: 'last_login',
      header: t('user_manage.last_login'),
      render: (user) => <TimeAgo value={user.last_login_at} />,
      sort: 'last_login_at',
      lesser: true,
    },
    {
      id: 'created',
      header: t('user_manage.created'),
      render: (user) => <DateTime value={user.created_at} part="day" />,
      sort: 'created_at',
      lesser: true,
    },
    {
      id: 'inviter',
      header: t('user_manage.inviter'),
      render: (user) =>
        user.inviter_id === null ? '–' : <MemberLink id={user.inviter_id} email={user.inviter_email ?? `#${user.inviter_id}`} />,
      off: true,
    },
    { id: 'remarks', header: t('user_manage.remarks'), render: (user) => user.remarks || '–', off: true },
  ]
}

/** Why a search found a member. */
export function foundColumn(): ChoosableColumn<ListedUser> {
  return {
    id: 'found_by',
    header: t('user_manage.found_by'),
    render: ({ found_by: by }) => (by === null ? '–' : t(`found_by.${by}`)),
    at: 'what',
  }
}

/** The most important fact about an account, then whether its link may be shared and whether it is staff. */
export function UserStates({ user }: { user: AdminUser }) {
  const t = useT()
  const [now] = useState(Date.now)
  const state = stateOf(user, now)
  // Operators seldom have a plan, so their role says more.
  const shown = user.is_admin && state === 'no_plan' ? 'admin' : state
  if (user.closed) return <StatusBadge tone="quiet" label={t('user_manage.state_closed')} />
  return (
    <span className={styles['badges']}>
      <StatusBadge tone={STATE_TONES[shown]} label={t(`user_manage.state_${shown}`)} />
      {user.link_alarm_at !== null && <StatusBadge tone={STATE_TONES.link_alarm} label={t('user_manage.state_link_alarm')} />}
      {user.is_admin && shown !== 'admin' && <StatusBadge tone="busy" label={t('user_manage.state_admin')} />}
    </span>
  )
}

function expires(user: AdminUser): ReactNode {
  if (user.plan_id === null) return '–'
  return user.expired_at === null ? t('user_manage.permanent') : <DateTime value={user.expired_at} part="day" />
}

function Used({ user }: { user: AdminUser }) {
  const t = useT()
  const extra = user.extra_bytes > 0 ? t('user_manage.carries_over', { amount: formatBytes(user.extra_bytes) }) : undefined
  return (
    <div className={styles['used']} title={extra}>
      <Meter label={t('user_manage.used')} value={user.u + user.d} max={user.transfer_enable} />
      <span>
        <Bytes value={user.u + user.d} /> / <Bytes value={user.transfer_enable} />
      </span>
    </div>
  )
}
