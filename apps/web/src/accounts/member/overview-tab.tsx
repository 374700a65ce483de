import { Button } from '@mantine/core'
import type { AdminUser } from '@portico/contract/accounts-admin'
import { limitNames } from '@portico/contract/plan-limits'
import { useState } from 'react'
import { useMay } from '../../api/may.ts'
import { useT } from '../../i18n.ts'
import { limitText, limitTexts } from '../../plans/limit-texts.ts'
import { ForOthers } from '../../ui/for-others.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Quota } from '../quota.tsx'
import { Bytes } from '../../ui/format/bytes.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { Money } from '../../ui/format/money.tsx'
import { TimeAgo } from '../../ui/format/time-ago.tsx'
import { lazyDialog } from '../../ui/lazy/lazy-opened.tsx'
import { PathLink } from '../../ui/path-link.tsx'
import { MemberTimeline } from './member-timeline.tsx'
import styles from './member.module.css'

const BalanceModal = lazyDialog(async () => (await import('../balance-modal.tsx')).BalanceModal)
const WriteOffModal = lazyDialog(async () => (await import('../write-off-modal.tsx')).WriteOffModal)

/** Timeline of a member, beside the facts that are asked for most. */
export function OverviewTab({ user }: { user: AdminUser }) {
  return (
    <div className={styles['two']}>
      <MemberTimeline id={user.id} />
      <div className={styles['aside']}>
        <Plan user={user} />
        <Account user={user} />
        <Pinned user={user} />
      </div>
    </div>
  )
}

function Plan({ user }: { user: AdminUser }) {
  const t = useT()
  return (
    <section>
      <h2>{t('user_manage.plan')}</h2>
      <Facts>
        <Fact name={t('user_manage.plan')}>{user.plan_name ?? t('user_manage.no_plan')}</Fact>
        {user.plan_id !== null && (
          <>
            <Fact name={t('user_manage.expires')}>
              {user.expired_at === null ? t('user_manage.permanent') : <DateTime value={user.expired_at} />}
            </Fact>
            <Fact name={t('user_manage.used')}>
              <Bytes value={user.u + user.d} /> / <Quota user={user} />
            </Fact>
            <Fact name={t('user_manage.group')}>{user.group_name ?? '–'}</Fact>
            {limitNames.map((limit) => (
              <Fact key={limit} name={t(limitTexts.entered[limit])}>
                {limitText(limit, (user[`own_${limit}`] ?? user[limit]) || null, t('user_manage.unlimited'))}
              </Fact>
            ))}
          </>
        )}
      </Facts>
    </section>
  )
}

function Account({ user }: { user: AdminUser }) {
  const t = useT()
  const may = useMay()
  const [adjusting, setAdjusting] = useState(false)
  const [forgiving, setForgiving] = useState(false)
  return (
    <section>
      <header className={styles['head']}>
        <h2>{t('user_manage.account')}</h2>
        {may('money.adjust') && (
          <ForOthers accountId={user.id}>
            <Button size="compact-sm" variant="default" onClick={() => setAdjusting(true)}>
              {t('user_manage.adjust')}
            </Button>
          </ForOthers>
        )}
      </header>
      <Facts>
        <Fact name={t('user_manage.balance')}>
          <Money amount={user.balance} currency={user.currency} />
        </Fact>
        {user.debt > 0 && (
          <Fact name={t('user_manage.debt')}>
            <Money amount={user.debt} currency={user.currency} />{' '}
            {may('money.adjust') && (
              <ForOthers accountId={user.id}>
                <Button size="compact-sm" variant="default" onClick={() => setForgiving(true)}>
                  {t('user_manage.write_off')}
                </Button>
              </ForOthers>
            )}
          </Fact>
        )}
        <Fact name={t('user_manage.inviter')}>
          {user.inviter_id === null ? '–' : <PathLink to={`/admin/user/${user.inviter_id}`}>{user.inviter_email}</PathLink>}
        </Fact>
        <Fact name={t('user_manage.created')}>
          <DateTime value={user.created_at} part="day" />
        </Fact>
        <Fact name={t('user_manage.last_login')}>
          <TimeAgo value={user.last_login_at} />
        </Fact>
        {may('log.read') && (
          <Fact name={t('user_manage.log')}>
            <PathLink to={`/admin/log?tab=sign_ins&account=${user.id}`}>{t('user_manage.log_sign_ins')}</PathLink>
            {' · '}
            <PathLink to={`/admin/log?entity=member&entity_id=${user.id}`}>{t('user_manage.log_acts')}</PathLink>
          </Fact>
        )}
      </Facts>
      {adjusting && <BalanceModal user={user} onClose={() => setAdjusting(false)} />}
      {forgiving && <WriteOffModal user={user} onClose={() => setForgiving(false)} />}
    </section>
  )
}

function Pinned({ user }: { user: AdminUser }) {
  const t = useT()
  if (user.remarks === '') return null
  return (
    <section>
      <h2>{t('member_page.pinned')}</h2>
      <p className={styles['pinned']}>{user.remarks}</p>
    </section>
  )
}
