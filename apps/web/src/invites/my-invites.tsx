import { Tabs } from '@mantine/core'
import { fetchInvites } from '@portico/contract/invites'
import { useSuspenseQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { get } from '../api/query.ts'
import { MyCommissions } from '../commissions/my-commissions.tsx'
import { type MessageKey, useT } from '../i18n.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { choice, text, usePageSearch } from '../ui/page-search.ts'
import { MyWithdrawals } from '../withdrawals/my-withdrawals.tsx'
import { Earnings } from './earnings.tsx'
import { InviteCodes } from './invite-codes.tsx'
import { InviteLinkCard } from './invite-link-card.tsx'
import { fadeEdges } from '../ui/sections/fade-edges.ts'

const TABS = ['commissions', 'withdrawals'] as const
const Search = z.object({ tab: choice(TABS), status: text, sort: text })

/** A member's invite link and codes, the commission they earned, and the ways to use it. */
export function MyInvites({ title }: { title: MessageKey }) {
  const t = useT()
  const [{ tab }, change] = usePageSearch(Search)
  const { data: invites } = useSuspenseQuery(get(fetchInvites, {}))
  const { stat } = invites
  // The two lists do not share their filters.
  const open = (next: string | null): void => change({ tab: next ?? undefined, status: undefined, sort: undefined })
  return (
    <>
      <PageHeader title={t(title)} />
      <div className="sections">
        <InviteLinkCard invites={invites} />
        <Earnings stat={stat} />
        {invites.codes.length > 0 && <InviteCodes invites={invites} />}
        <Tabs value={tab ?? 'commissions'} onChange={open} keepMounted={false}>
          <Tabs.List ref={fadeEdges} mb="md">
            {TABS.map((name) => (
              <Tabs.Tab key={name} value={name}>
                {t(`invites.tab_${name}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value="commissions">
            <MyCommissions />
          </Tabs.Panel>
          <Tabs.Panel value="withdrawals">
            <MyWithdrawals />
          </Tabs.Panel>
        </Tabs>
      </div>
    </>
  )
}
