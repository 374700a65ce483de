import { createFileRoute, useLocation } from '@tanstack/react-router'
import { type ComponentType, useState } from 'react'
import { PasswordForm } from '../accounts/password-form.tsx'
import { SessionList } from '../accounts/session-list.tsx'
import { useWho } from '../api/who.ts'
import { FactorsCard } from '../factors/factors-card.tsx'
import { type MessageKey, useT } from '../i18n.ts'
import { ConnectedAccounts } from '../identities/connected-accounts.tsx'
import { PasskeysCard } from '../passkeys/passkeys-card.tsx'
import { Card } from '../ui/card.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { buttonClass } from '../ui/plain/button.ts'
import { PageSection, Sectioned } from '../ui/sections/sectioned.tsx'
import { AvatarField } from './avatar-field.tsx'
import { CloseCard } from './close-card.tsx'
import { DataCard } from './data-card.tsx'
import { FirstPasswordForm } from './first-password-form.tsx'
import { ProfileForm } from './profile-form.tsx'
import { WaysIn } from './ways-in.tsx'

export const Route = createFileRoute('/_signed-in/user/profile/index')({ component: ProfilePage, staticData: { title: 'title.profile' } })

// Sections of nouns that this one does not know. `young.profile-section.tsx` has the address `#young`.
const waysIn = Object.entries(import.meta.glob<ComponentType>('../*/*.way-in.tsx', { eager: true, import: 'WayIn' }))
const more = Object.entries(
  import.meta.glob<{ title: MessageKey; Section: ComponentType }>('../*/*.profile-section.tsx', { eager: true }),
).map(([path, part]) => ({ id: /([^/]+)\.profile-section/.exec(path)?.[1] ?? '', ...part }))

function ProfilePage() {
  const t = useT()
  const user = useWho()
  const password = t(user.has_password ? 'profile.password' : 'first_password.save')
  const sections = [
    { id: 'profile', title: t('profile.about') },
    { id: 'password', title: t('profile.security') },
    { id: 'ways', title: t('ways.title') },
    { id: 'sessions', title: t('session.title') },
    { id: 'data', title: t('export.title') },
    ...more.map(({ id, title }) => ({ id, title: t(title) })),
    { id: 'close', title: t('close.title') },
  ]
  return (
    <>
      <PageHeader title={t('title.profile')} text={t('profile.text')} />
      <Sectioned label={t('profile.sections')} sections={sections}>
        <PageSection id="profile">
          <Card title={t('profile.about')}>
            <AvatarField />
            <ProfileForm />
          </Card>
        </PageSection>
        <PageSection id="password">
          <div className="sections">
            <Card title={password}>
              {user.has_password ? <ChangePassword email={user.email ?? user.phone ?? ''} /> : <FirstPasswordForm />}
            </Card>
            <PasskeysCard />
            <FactorsCard />
          </div>
        </PageSection>
        <PageSection id="ways">
          <div className="sections">
            <WaysIn />
            <ConnectedAccounts />
            {waysIn.map(([path, WayIn]) => (
              <WayIn key={path} />
            ))}
          </div>
        </PageSection>
        <PageSection id="sessions">
          <SessionList />
        </PageSection>
        <PageSection id="data">
          <DataCard />
        </PageSection>
        {more.map(({ id, Section }) => (
          <PageSection key={id} id={id}>
            <Section />
          </PageSection>
        ))}
        <PageSection id="close">
          <CloseCard />
        </PageSection>
      </Sectioned>
    </>
  )
}

/** The form, once it is wanted here or at the address. */
function ChangePassword({ email }: { email: string }) {
  const t = useT()
  const isAddressed = useLocation({ select: ({ hash }) => hash === 'password' })
  const [isWanted, setWanted] = useState(false)
  if (isWanted || isAddressed) {
    return (
      <div ref={enter}>
        <PasswordForm email={email} />
      </div>
    )
  }
  return (
    <button type="button" className={buttonClass('outline')} onClick={() => setWanted(true)}>
      {t('navbar.change_password')}
    </button>
  )
}

/** Focuses the form, whose button is gone. */
function enter(form: HTMLElement | null): void {
  form?.querySelector<HTMLInputElement>('input:not([hidden])')?.focus()
}
