import { Button } from '@mantine/core'
import type { AdminUser } from '@portico/contract/accounts-admin'
import { useState } from 'react'
import { useMay } from '../../api/may.ts'
import { useT } from '../../i18n.ts'
import { PathLink } from '../../ui/path-link.tsx'
import { ActModal } from './act-modal.tsx'
import { ACT_NEEDS, ACTS, type ActName } from './acts.ts'

/** What can be done for a member at once, each for a reason. A refund begins at the order. */
export function MemberActions({ user }: { user: AdminUser }) {
  const t = useT()
  const may = useMay()
  const [asked, setAsked] = useState<ActName | null>(null)
  const fits: Record<ActName, boolean> = {
    message: true,
    extend: user.plan_id !== null && user.expired_at !== null,
    traffic: user.plan_id !== null,
    devices: true,
    new_link: true,
    suspend: !user.banned,
    lift: user.banned,
  }
  if (user.closed) return null
  const offered = ACTS.filter((name) => fits[name] && may(ACT_NEEDS[name]))
  const safe = offered.filter((name) => name !== 'suspend')
  return (
    <>
      <div className="row" role="group" aria-label={t('member_page.actions')}>
        {safe.map((name) => (
          <Button key={name} variant="default" onClick={() => setAsked(name)}>
            {t(`member_page.act_${name}`)}
          </Button>
        ))}
        {may('orders.refund') && (
          <Button variant="default" component={PathLink} to={`/admin/user/${user.id}?tab=orders`}>
            {t('member_page.refund')}
          </Button>
        )}
        {offered.includes('suspend') && (
          <Button variant="outline" color="red.8" onClick={() => setAsked('suspend')}>
            {t('member_page.act_suspend')}
          </Button>
        )}
      </div>
      {asked && <ActModal user={user} name={asked} onClose={() => setAsked(null)} />}
    </>
  )
}
