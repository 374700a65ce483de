import { createFileRoute } from '@tanstack/react-router'
import { useWho } from '../api/who.ts'
import { useT } from '../i18n.ts'
import { Card } from '../ui/card.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { Money } from '../ui/format/money.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { PasswordForm } from './password-form.tsx'
import { YouthCard } from '../youth-mode/youth-card.tsx'
import styles from './profile.module.css'
import { SessionList } from './session-list.tsx'

export const Route = createFileRoute('/_signed-in/user/profile/index')({ component: ProfilePage, staticData: { title: 'title.profile' } })

function ProfilePage() {
  const t = useT()
  const user = useWho()
  return (
    <>
      <PageHeader title={t('title.profile')} text={t('profile.text')} />
      <div className={styles['page']}>
        <div className={styles['columns']}>
          <Card title={t('center.account')}>
            <Facts>
              <Fact name={t('account.email')}>
                <strong>{user.email}</strong>
              </Fact>
              <Fact name={t('dashboard.balance')}>
                <Money amount={user.balance} currency={user.currency} />
              </Fact>
              <Fact name={t('account.class')}>{user.user_class || '–'}</Fact>
              <Fact name={t('account.since')}>
                <DateTime value={user.created_at} part="day" />
              </Fact>
            </Facts>
          </Card>
          <Card title={t('navbar.change_password')}>
            <PasswordForm email={user.email} />
          </Card>
        </div>
        <YouthCard />
        <SessionList />
      </div>
    </>
  )
}
