import { createFileRoute } from '@tanstack/react-router'
import { useWho } from '../api/who.ts'
import { useT } from '../i18n.ts'
import { ConnectedAccounts } from '../identities/connected-accounts.tsx'
import { Card } from '../ui/card.tsx'
import { DateTime } from '../ui/format/date-time.tsx'
import { Figure, Figures } from '../ui/facts.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { FactorsCard } from '../factors/factors-card.tsx'
import { PasskeysCard } from '../passkeys/passkeys-card.tsx'
import { PasswordForm } from './password-form.tsx'
import { YouthCard } from '../youth-mode/youth-card.tsx'
import { SessionList } from './session-list.tsx'

export const Route = createFileRoute('/_signed-in/user/profile/index')({ component: ProfilePage, staticData: { title: 'title.profile' } })

function ProfilePage() {
  const t = useT()
  const user = useWho()
  return (
    <>
      <PageHeader title={t('title.profile')} text={t('profile.text')} />
      <div className="sections">
        <Card title={t('center.account')}>
          <Figures>
            <Figure name={t('account.email')}>{user.email}</Figure>
            <Figure name={t('account.class')}>{user.user_class || '–'}</Figure>
            <Figure name={t('account.since')}>
              <DateTime value={user.created_at} part="day" />
            </Figure>
          </Figures>
        </Card>
        <Card title={t('navbar.change_password')}>
          <PasswordForm email={user.email ?? user.phone ?? ''} />
        </Card>
        <PasskeysCard />
        <FactorsCard />
        <ConnectedAccounts />
        <SessionList />
        <YouthCard />
      </div>
    </>
  )
}
