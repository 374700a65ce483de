import { Button } from '@mantine/core'
import { adminEndSessions, adminGetUser, adminResetSecret, type AdminUser } from '@portico/contract/accounts-admin'
import { useRouter } from '@tanstack/react-router'
import { call } from '../api/call.ts'
import { useMay } from '../api/may.ts'
import { useT } from '../i18n.ts'
import { confirm } from '../ui/confirm.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { Money } from '../ui/format/money.tsx'
import { PathLink } from '../ui/path-link.tsx'
import { TimeAgo } from '../ui/format/time-ago.tsx'
import { useSave } from '../ui/use-save.ts'
import styles from './users-manage.module.css'

/** Facts that cannot be edited, and actions that take effect without saving. */
export function UserSummary({ user, link, onAdjust, onGive }: SummaryProps) {
  const t = useT()
  const may = useMay()
  const router = useRouter()
  const params = { id: user.id }
  const { label: email } = user
  const reset = useSave({
    send: () => call(adminResetSecret, { params }),
    done: t('user_manage.link_replaced'),
    changes: [adminGetUser],
  })
  const end = useSave({
    send: () => call(adminEndSessions, { params }),
    done: t('user_manage.sessions_ended'),
  })
  const askReset = async (): Promise<void> => {
    const question = { title: t('user_manage.reset_title', { email }), text: t('user_manage.reset_ask') }
    if (await confirm({ ...question, confirm: t('user_manage.reset_link'), danger: true })) reset.mutate()
  }
  const askEnd = async (): Promise<void> => {
    const question = { title: t('user_manage.end_title', { email }), text: t('user_manage.end_ask') }
    if (await confirm({ ...question, confirm: t('user_manage.end_sessions'), danger: true })) end.mutate()
  }
  return (
    <>
      <Facts>
        <Fact name={t('user_manage.created')}>
          <DateTime value={user.created_at} />
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
        <Fact name={t('user_manage.balance')}>
          <strong>
            <Money amount={user.balance} currency={user.currency} />
          </strong>
        </Fact>
      </Facts>
      <div className="row">
        {may('money.adjust') && (
          <Button variant="default" onClick={onAdjust}>
            {t('user_manage.adjust')}
          </Button>
        )}
        {user.plan_id !== null && may('members.write') && (
          <Button variant="default" onClick={onGive}>
            {t('user_manage.give_traffic')}
          </Button>
        )}
        {may('content.write') && (
          <Button variant="default" onClick={() => void router.navigate({ href: `/admin/notice?member=${user.id}&open=new` })}>
            {t('notice_manage.send')}
          </Button>
        )}
        {may('members.access') && (
          <>
            <Button variant="default" loading={reset.isPending} onClick={() => void askReset()}>
              {t('user_manage.reset_link')}
            </Button>
            <Button variant="default" loading={end.isPending} onClick={() => void askEnd()}>
              {t('user_manage.end_sessions')}
            </Button>
          </>
        )}
      </div>
      {link !== null && (
        <div className="row">
          <code className={styles['link']} aria-label={t('user_manage.link')}>
            {link}
          </code>
          <CopyButton text={link} label={t('user_manage.copy_link')} />
        </div>
      )}
    </>
  )
}

interface SummaryProps {
  user: AdminUser
  link: string | null
  onAdjust: () => void
  onGive: () => void
}
