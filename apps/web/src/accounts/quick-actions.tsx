import { IconChartBar, IconDownload, IconReceipt, IconRefresh, IconServer, IconShoppingBag, IconUser } from '@tabler/icons-react'
import { useT } from '../i18n.ts'
import { PathLink } from '../ui/path-link.tsx'
import styles from './center.module.css'

/** One-click links to what members need most. */
export function QuickActions({ holds, planId }: { holds: boolean; planId: number | null }) {
  const t = useT()
  const buying = planId === null ? '/user/plans' : `/user/plan/${planId}/1`
  const actions = [
    ...(holds ? [{ to: '/user/subscribe/index', text: t('center.import'), Icon: IconDownload }] : []),
    holds
      ? { to: buying, text: t('center.renew'), Icon: IconRefresh }
      : { to: '/user/plans', text: t('center.buy'), Icon: IconShoppingBag },
    { to: '/user/orders', text: t('title.orders'), Icon: IconReceipt },
    { to: '/user/nodes', text: t('title.nodes'), Icon: IconServer },
    { to: '/user/traffics', text: t('title.traffics'), Icon: IconChartBar },
    { to: '/user/profile/index', text: t('title.profile'), Icon: IconUser },
  ]
  return (
    <nav aria-label={t('dashboard.shortcuts')}>
      <ul className={styles['actions']}>
        {actions.map(({ to, text, Icon }) => (
          <li key={to}>
            <PathLink to={to}>
              <Icon size={24} stroke={1.6} aria-hidden />
              {text}
            </PathLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
