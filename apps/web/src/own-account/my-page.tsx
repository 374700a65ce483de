import { getSubscribe } from '@portico/contract/subscriptions'
import { IconChartBar, IconDownload, IconGift, type IconProps, IconReceipt, IconShoppingBag, IconUser } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { type ComponentType, useState } from 'react'
import { get, prefetch } from '../api/query.ts'
import { useWho } from '../api/who.ts'
import { sharesOf } from '../dashboard/pace.ts'
import { PlanFigures } from '../dashboard/plan-figures.tsx'
import { type MessageKey, useT } from '../i18n.ts'
import { keptFresh } from '../traffic/kept-fresh.ts'
import { Face } from '../ui/face.tsx'
import { formatBytes } from '../ui/format/format-bytes.ts'
import { PathLink } from '../ui/path-link.tsx'
import { buttonClass } from '../ui/plain/button.ts'
import { Gauge } from '../ui/stone/gauge.tsx'
import styles from './my.module.css'

export const Route = createFileRoute('/_signed-in/user/my')({
  loader: () => prefetch(get(getSubscribe, {})),
  component: MyPage,
  staticData: { title: 'title.my' },
})

/** The member's card on one screen: who, plan, usage, devices, and where to go. Made for phones. */
function MyPage() {
  const t = useT()
  const [now] = useState(Date.now)
  const { name, avatar } = useWho()
  const { data: subscription } = useSuspenseQuery({ ...get(getSubscribe, {}, { background: true }), ...keptFresh })
  const { state, plan_name: plan, transfer_enable: total, u, d } = subscription
  const holds = state !== 'none'
  const left = state === 'expired' ? 0 : Math.max(0, total - u - d)
  const [figure, unit] = formatBytes(left).split(' ')
  const shares = holds ? sharesOf(subscription, now) : { left: 0 }
  return (
    <div className={styles['page']}>
      <section className={`on-ink ${styles['card']}`} aria-labelledby="my">
        <header>
          <Face name={name} picture={avatar} large />
          <div>
            <h1 id="my">{name}</h1>
            <p>{holds ? plan : t('dashboard.no_plan')}</p>
          </div>
          {holds && <span className={styles['state']}>{t(`subscription.${state}`)}</span>}
        </header>
        <Gauge label={t('dashboard.traffic_left')} {...shares} left={state === 'expired' ? 0 : shares.left}>
          {holds && (
            <>
              <strong>
                {figure}
                <small>{unit}</small>
              </strong>
              <span>{t('dashboard.left_of', { total: formatBytes(total) })}</span>
            </>
          )}
        </Gauge>
        {!holds && (
          <PathLink to="/user/plans" className={buttonClass('primary', 'wide')}>
            {t('dashboard.see_plans')}
          </PathLink>
        )}
        {holds && <PlanFigures subscription={subscription} now={now} />}
      </section>
      <nav className={styles['ways']} aria-label={t('my.shortcuts')}>
        {SHORTCUTS.map(({ to, title, Icon }) => (
          <PathLink key={to} to={to}>
            <Icon size={22} stroke={1.6} aria-hidden />
            {t(title)}
          </PathLink>
        ))}
      </nav>
    </div>
  )
}

const SHORTCUTS: { to: string; title: MessageKey; Icon: ComponentType<IconProps> }[] = [
  { to: '/user/subscribe/index', title: 'bar.import', Icon: IconDownload },
  { to: '/user/plans', title: 'title.plans', Icon: IconShoppingBag },
  { to: '/user/traffics', title: 'title.traffics', Icon: IconChartBar },
  { to: '/user/orders', title: 'title.orders', Icon: IconReceipt },
  { to: '/user/cards', title: 'title.cards', Icon: IconGift },
  { to: '/user/profile/index', title: 'title.profile', Icon: IconUser },
]
