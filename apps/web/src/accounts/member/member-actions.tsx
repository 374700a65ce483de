import { Button, Menu } from '@mantine/core'
import type { AdminUser } from '@portico/contract/accounts-admin'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { useMay } from '../../api/may.ts'
import { useT } from '../../i18n.ts'
import { ForOthers } from '../../ui/for-others.tsx'
import { lazyDialog } from '../../ui/lazy/lazy-opened.tsx'
import { PathLink } from '../../ui/path-link.tsx'
import { ACT_NEEDS, ACTS, type ActName } from './acts.ts'

const ActModal = lazyDialog(async () => (await import('./act-modal.tsx')).ActModal)

/** Buttons for acts on a member. Usual ones are in sight; refunds start at the order. */
export function MemberActions({ user }: { user: AdminUser }) {
  const t = useT()
  const may = useMay()
  const [asked, setAsked] = useState<ActName | null>(null)
  const fits: Record<ActName, boolean> = {
    message: true,
    extend: user.plan_id !== null && user.expired_at !== null,
    plan: user.plan_id === null || user.expired_at !== null,
    traffic: user.plan_id !== null,
    devices: true,
    new_link: true,
    suspend: !user.banned,
    lift: user.banned,
  }
  if (user.closed) return null
  const offered = ACTS.filter((name) => fits[name] && may(ACT_NEEDS[name]))
  const hidden = offered.filter((name) => name !== 'message')
  const act = (name: ActName) => (
    <Menu.Item key={name} {...(name === 'suspend' ? { color: 'var(--bad-text)' } : {})} onClick={() => setAsked(name)}>
      {t(`member_page.act_${name}`)}
    </Menu.Item>
  )
  return (
    <>
      <div className="row" role="group" aria-label={t('member_page.actions')}>
        <ForOthers accountId={user.id}>
          {offered.includes('message') && (
            <Button variant="default" onClick={() => setAsked('message')}>
              {t('member_page.act_message')}
            </Button>
          )}
          {may('members.write') && (
            <Button variant="default" component={PathLink} to={`/admin/user/${user.id}?tab=subscription`}>
              {t('action.edit')}
            </Button>
          )}
          {(hidden.length > 0 || may('orders.refund')) && (
            <Menu position="bottom-end" withinPortal>
              <Menu.Target>
                <Button variant="default" px={10} aria-label={t('table.more', { name: user.label })}>
                  <IconDots size={18} />
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                {hidden.filter((name) => name !== 'suspend').map(act)}
                {may('orders.refund') && (
                  <Menu.Item component={PathLink} to={`/admin/user/${user.id}?tab=orders`}>
                    {t('member_page.refund')}
                  </Menu.Item>
                )}
                {hidden.filter((name) => name === 'suspend').map(act)}
              </Menu.Dropdown>
            </Menu>
          )}
        </ForOthers>
      </div>
      {asked && <ActModal user={user} name={asked} onClose={() => setAsked(null)} />}
    </>
  )
}
