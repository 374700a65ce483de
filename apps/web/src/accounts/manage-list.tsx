import {
  IconChevronRight,
  IconGift,
  IconId,
  IconLink,
  type IconProps,
  IconReceipt,
  IconShoppingBag,
  IconSpeakerphone,
  IconUser,
  IconWallet,
} from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import { useWho } from '../api/who.ts'
import { useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { Money } from '../ui/format/money.tsx'
import { PathLink } from '../ui/path-link.tsx'
import styles from './center.module.css'

/** Everything a member manages, each a page of its own. */
export function ManageList() {
  const t = useT()
  const { balance, currency } = useWho()
  return (
    <Card title={t('center.manage')}>
      <nav aria-label={t('center.manage')}>
        <ul className={styles['manage']}>
          <Entry to="/user/my" Icon={IconId} name={t('title.my')} text={t('center.my_text')} />
          <Entry to="/user/topup" Icon={IconWallet} name={t('dashboard.balance')} text={t('center.topup_text')}>
            <strong>
              <Money amount={balance} currency={currency} />
            </strong>
          </Entry>
          <Entry to="/user/plans" Icon={IconShoppingBag} name={t('title.plans')} text={t('center.plans_text')} />
          <Entry to="/user/orders" Icon={IconReceipt} name={t('title.orders')} text={t('center.orders_text')} />
          <Entry to="/user/cards" Icon={IconGift} name={t('title.cards')} text={t('center.cards_text')} />
          <Entry to="/user/invites" Icon={IconSpeakerphone} name={t('title.invites')} text={t('center.invites_text')} />
          <Entry to="/user/subscribe/index" Icon={IconLink} name={t('title.subscribe')} text={t('center.subscribe_text')} />
          <Entry to="/user/profile/index" Icon={IconUser} name={t('title.profile')} text={t('center.profile_text')} />
        </ul>
      </nav>
    </Card>
  )
}

interface EntryProps {
  to: string
  Icon: ComponentType<IconProps>
  name: string
  text: string
  children?: ReactNode
}

function Entry({ to, Icon, name, text, children }: EntryProps) {
  return (
    <li>
      <PathLink to={to}>
        <Icon size={20} stroke={1.6} aria-hidden />
        <span>
          {name}
          <small>{text}</small>
        </span>
        {children}
        <IconChevronRight size={16} stroke={1.8} aria-hidden />
      </PathLink>
    </li>
  )
}
