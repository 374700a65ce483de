import { Password } from '@portico/contract/accounts'
import { acceptInvitation, joinStaff } from '@portico/contract/staff'
import { createFileRoute, Link, useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { EntryCard, FormFailure } from '../accounts/entry-card.tsx'
import { call } from '../api/call.ts'
import { useSite } from '../api/site.ts'
import { startSession, who } from '../api/who.ts'
import { useT } from '../i18n.ts'
import { buttonClass } from '../ui/plain/button.ts'
import { Field } from '../ui/plain/field.tsx'
import { usePlainForm } from '../ui/plain/plain-form.ts'
import { lookAtInvitation, type SeenInvitation } from './look-at-invitation.ts'
import { roleName } from './role-name.ts'

export const Route = createFileRoute('/_public/staff-invitation')({
  component: InvitationPage,
  staticData: { title: 'title.register' },
})

function InvitationPage() {
  const t = useT()
  const site = useSite()
  // The token is after the hash, which browsers do not send to servers.
  const token = useLocation({ select: ({ hash }) => hash })
  const [seen, setSeen] = useState<SeenInvitation | null>(null)
  // Not in a loader, because the login page would have to load it too.
  useEffect(() => void lookAtInvitation(token).then(setSeen), [token])
  if (!seen) return <EntryCard title={t('title.register')} text={t('state.loading')} />
  if (seen.problem)
    return (
      <EntryCard title={t('title.staff_invitation')} text={t(seen.problem)}>
        <Link to="/login" className={buttonClass('primary', 'large', 'wide')}>
          {t('staff_invitation.to_login')}
        </Link>
        <Link to="/index" className={buttonClass('outline', 'large', 'wide')}>
          {t('nav.home')}
        </Link>
      </EntryCard>
    )
  const { invitation, signedInAs } = seen
  const role = roleName(invitation.role_key, invitation.role_name)
  return (
    <EntryCard title={t('title.staff_invitation')} text={t('staff_invitation.text', { site: site?.webtitle ?? '', role })}>
      <p>{t('staff_invitation.email', { email: invitation.email })}</p>
      {invitation.has_account ? (
        <WithAccount token={token} email={invitation.email} signedInAs={signedInAs} />
      ) : (
        <WithoutAccount token={token} />
      )}
    </EntryCard>
  )
}

function WithoutAccount({ token }: { token: string }) {
  const t = useT()
  const router = useRouter()
  const form = usePlainForm(z.object({ password: Password }), { password: '' }, async ({ password }) => {
    startSession(await call(joinStaff, { body: { token, password } }))
    await router.navigate({ href: '/dashboard', replace: true })
  })
  return (
    <form noValidate onSubmit={(event) => void form.submit(event)}>
      <FormFailure message={form.failure} />
      <Field
        label={t('account.password')}
        hint={`${t('staff_invitation.choose')} ${t('account.password_hint', { n: 8 })}`}
        type="password"
        autoComplete="new-password"
        {...form.field('password')}
      />
      <button type="submit" className={buttonClass('primary', 'large', 'wide')} disabled={form.sending}>
        {t(form.sending ? 'staff_invitation.joining' : 'staff_invitation.join')}
      </button>
    </form>
  )
}

function WithAccount({ token, email, signedInAs }: { token: string; email: string; signedInAs: string | null }) {
  const t = useT()
  const router = useRouter()
  const form = usePlainForm(z.object({ password: Password }), { password: '' }, async ({ password }) => {
    await call(acceptInvitation, { body: { token, password } })
    // The menu depends on the role, which has changed.
    who.set(null)
    await router.navigate({ href: '/dashboard', replace: true })
  })
  if (signedInAs === null)
    return (
      <>
        <p>{t('staff_invitation.sign_in', { email })}</p>
        <Link to="/login" search={{ redirect: `/staff-invitation#${token}` }} className={buttonClass('primary', 'large', 'wide')}>
          {t('staff_invitation.to_login')}
        </Link>
      </>
    )
  if (signedInAs.toLowerCase() !== email.toLowerCase()) return <p>{t('staff_invitation.other', { email: signedInAs })}</p>
  return (
    <form noValidate onSubmit={(event) => void form.submit(event)}>
      <FormFailure message={form.failure} />
      <Field
        label={t('staff_invitation.new_password')}
        hint={`${t('staff_invitation.new_password_text')} ${t('account.password_hint', { n: 8 })}`}
        type="password"
        autoComplete="new-password"
        {...form.field('password')}
      />
      <button type="submit" className={buttonClass('primary', 'large', 'wide')} disabled={form.sending}>
        {t(form.sending ? 'staff_invitation.joining' : 'staff_invitation.accept')}
      </button>
    </form>
  )
}
