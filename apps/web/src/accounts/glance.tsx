import { fetchDevices } from '@portico/contract/devices'
import { fetchInvites } from '@portico/contract/invites'
import { getDashboard } from '@portico/contract/subscriptions'
import { fetchTickets } from '@portico/contract/tickets'
import {
  IconBook2,
  IconChevronRight,
  IconDevices,
  IconId,
  IconMessages,
  type IconProps,
  IconReceipt,
  IconSpeakerphone,
  IconWallet,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import { get } from '../api/query.ts'
import { useWho } from '../api/who.ts'
import { useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { Money } from '../ui/format/money.tsx'
import { PathLink } from '../ui/path-link.tsx'
import styles from './glance.module.css'

const BACKGROUND = { background: true }

/** A member's balance, traffic and so on at a glance, each with a link to its page. `isRest`: only what the card above does not show. */
export function Glance({ isRest = false, holds }: { isRest?: boolean; holds: boolean }) {
  const t = useT()
  const { balance, currency } = useWho()
  const { data: dashboard } = useQuery(get(getDashboard, {}, BACKGROUND))
  const { data: tickets } = useQuery(get(fetchTickets, { query: { status: 'open', page_size: 1 } }, BACKGROUND))
  const { data: invites } = useQuery(get(fetchInvites, {}, BACKGROUND))
  const unpaid = dashboard?.pending_orders
  const open = tickets?.total
  const earned = invites?.stat
  return (
    <Card title={t('glance.title')}>
      <nav aria-label={t('glance.title')}>
        <ul className={styles['glance']}>
          {!isRest && (
            <Entry to="/user/topup" Icon={IconWallet} name={t('dashboard.balance')}>
              <Money amount={balance} currency={currency} />
            </Entry>
          )}
          {!isRest && holds && <Devices />}
          <Entry to="/user/orders" Icon={IconReceipt} name={t('title.orders')} isWaiting={unpaid !== undefined && unpaid > 0}>
            {unpaid !== undefined && t(unpaid > 0 ? 'glance.unpaid' : 'glance.all_paid', { n: unpaid })}
          </Entry>
          <Entry to="/user/tickets" Icon={IconMessages} name={t('title.tickets')}>
            {open !== undefined && t(open > 0 ? 'glance.open' : 'glance.none_open', { n: open })}
          </Entry>
          {!isRest && <Entry to="/article/list" Icon={IconBook2} name={t('title.articles')} />}
          <Entry to="/user/invites" Icon={IconSpeakerphone} name={t('title.invites')}>
            {earned && <Money amount={earned.available} currency={earned.currency} />}
          </Entry>
          {!isRest && <Entry to="/user/my" Icon={IconId} name={t('title.my')} />}
        </ul>
      </nav>
    </Card>
  )
}

function Devices() {
  const t = useT()
  const { data } = useQuery(get(fetchDevices, {}, BACKGROUND))
  return (
    <Entry to="/user/subscribe/index" Icon={IconDevices} name={t('glance.devices')}>
      {data && (data.limit === null ? data.count : t('glance.of', { n: data.count, limit: data.limit }))}
    </Entry>
  )
}

interface EntryProps {
  to: string
  Icon: ComponentType<IconProps>
  name: string
  /** true: something in it waits for the member. */
  isWaiting?: boolean
  /** Present state of the thing. */
  children?: ReactNode
}

function Entry({ to, Icon, name, isWaiting = false, children }: EntryProps) {
  return (
    <li>
      <PathLink to={to}>
        <Icon size={20} stroke={1.6} aria-hidden />
        <span>{name}</span>
        {children !== undefined && children !== false && <strong data-waiting={isWaiting || undefined}>{children}</strong>}
        <IconChevronRight size={16} stroke={1.8} aria-hidden />
      </PathLink>
    </li>
  )
}
