import { Tabs } from '@mantine/core'
import { adminGetUser, type AdminUser } from '@portico/contract/accounts-admin'
import type { Permission } from '@portico/contract/permissions'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, useParams } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import * as z from 'zod/mini'
import { useMay } from '../../api/may.ts'
import { get, prefetch } from '../../api/query.ts'
import { nameTab, tabs } from '../../app/tabs.ts'
import { useT } from '../../i18n.ts'
import { useStore } from '../../store.ts'
import { Banner } from '../../ui/banner.tsx'
import { Face } from '../../ui/face.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { lazyPart } from '../../ui/lazy/lazy-part.tsx'
import { PageLoading } from '../../ui/page-loading.tsx'
import { choice, text, usePageSearch } from '../../ui/page-search.ts'
import { UserStates } from '../user-columns.tsx'
import { DiagnosisLine } from './diagnosis-line.tsx'
import { MemberActions } from './member-actions.tsx'
import styles from './member.module.css'
import { OverviewTab } from './overview-tab.tsx'
import { fadeEdges } from '../../ui/sections/fade-edges.ts'

const SubscriptionTab = lazyPart(async () => (await import('./subscription-tab.tsx')).SubscriptionTab)
const UsageTab = lazyPart(async () => (await import('./usage-tab.tsx')).UsageTab)
const DevicesTab = lazyPart(async () => (await import('./devices-tab.tsx')).DevicesTab)
const InviteesTab = lazyPart(async () => (await import('./invitees-tab.tsx')).InviteesTab)
const SignInTab = lazyPart(async () => (await import('./sign-in-tab.tsx')).SignInTab)
const TicketsTab = lazyPart(async () => (await import('./tickets-tab.tsx')).TicketsTab)
const LedgerTab = lazyPart(async () => (await import('./money-tabs.tsx')).LedgerTab)
const OrdersTab = lazyPart(async () => (await import('./money-tabs.tsx')).OrdersTab)
const NotesTab = lazyPart(async () => (await import('./notes-tab.tsx')).NotesTab)

export const Route = createFileRoute('/_signed-in/_console/admin/user/$memberId')({
  loader: ({ params }) => prefetch(member(params.memberId)),
  component: MemberPage,
  staticData: { title: 'title.users' },
})

const TABS = ['overview', 'subscription', 'usage', 'devices', 'orders', 'ledger', 'invitees', 'sign_in', 'tickets', 'notes'] as const
type TabName = (typeof TABS)[number]
const NEEDS: Partial<Record<TabName, Permission>> = { orders: 'orders.read', ledger: 'money.read', tickets: 'tickets.read' }
/** The tabs have filters of their own, which the others do not share. */
const Search = z.object({ tab: choice(TABS), kind: text, period: text })
const member = (id: string) => get(adminGetUser, { params: { id: Number(id) } })

function MemberPage() {
  // Not from the route itself: the pages that load first would load it too.
  const { memberId } = useParams({ from: '/_signed-in/_console/admin/user/$memberId' })
  const { data } = useSuspenseQuery(member(memberId))
  const t = useT()
  const { user, subscribe_url: link, diagnosis, renew_problem: renewProblem } = data
  useTabName(user)
  return (
    <div className={styles['page']}>
      <div className={styles['top']}>
        <Heading user={user} />
        <MemberActions user={user} />
      </div>
      <DiagnosisLine user={user} diagnosis={diagnosis} />
      {renewProblem !== null && (
        <Banner tone="warn" title={t('user_manage.renew_problem')}>
          {renewProblem}
        </Banner>
      )}
      <MemberTabs key={user.id} user={user} link={link} />
    </div>
  )
}

function Heading({ user }: { user: AdminUser }) {
  const t = useT()
  const plan =
    user.plan_name === null
      ? t('user_manage.no_plan')
      : user.expired_at === null
        ? `${user.plan_name} · ${t('user_manage.permanent')}`
        : user.plan_name
  return (
    <header className={styles['who']}>
      <Face name={user.label} large />
      <div>
        <h1>{user.label}</h1>
        <p>
          <UserStates user={user} />
          <span>
            #{user.id} · {plan}
            {user.plan_id !== null && user.expired_at !== null && (
              <>
                {' · '}
                {t('user_manage.expires')} <DateTime value={user.expired_at} part="day" />
              </>
            )}
          </span>
        </p>
      </div>
    </header>
  )
}

function MemberTabs({ user, link }: { user: AdminUser; link: string | null }) {
  const t = useT()
  const may = useMay()
  const [{ tab = 'overview' }, change] = usePageSearch(Search)
  const shown = TABS.filter((name) => NEEDS[name] === undefined || may(NEEDS[name]))
  const open = (next: string | null): void => {
    const name = TABS.find((one) => one === next)
    change({ tab: name === 'overview' ? undefined : name, kind: undefined, period: undefined })
  }
  return (
    <Tabs value={tab} onChange={open} keepMounted={false}>
      <Tabs.List ref={fadeEdges} mb="lg" aria-label={user.label} className={styles['tabs'] ?? ''}>
        {shown.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {t(`member_page.tab_${name}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={tab}>
        <Suspense fallback={<PageLoading />}>
          <Panel tab={tab} user={user} link={link} />
        </Suspense>
      </Tabs.Panel>
    </Tabs>
  )
}

function Panel({ tab, user, link }: { tab: TabName; user: AdminUser; link: string | null }) {
  switch (tab) {
    case 'overview':
      return <OverviewTab user={user} />
    case 'subscription':
      return <SubscriptionTab user={user} link={link} />
    case 'usage':
      return <UsageTab user={user} />
    case 'devices':
      return <DevicesTab id={user.id} />
    case 'orders':
      return <OrdersTab id={user.id} />
    case 'ledger':
      return <LedgerTab id={user.id} />
    case 'invitees':
      return <InviteesTab user={user} />
    case 'sign_in':
      return <SignInTab user={user} />
    case 'tickets':
      return <TicketsTab id={user.id} />
    case 'notes':
      return <NotesTab user={user} />
  }
}

/** The address of the member on the tab of the page. */
function useTabName({ id, label }: AdminUser): void {
  const all = useStore(tabs)
  useEffect(() => nameTab(`/admin/user/${id}`, label), [all, id, label])
}
