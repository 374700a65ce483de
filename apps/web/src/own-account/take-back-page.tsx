import { Password } from '@portico/contract/accounts'
import { refuseSignIn, setNewPassword, undoAddressChange } from '@portico/contract/own-account'
import { createFileRoute, Link, useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { EntryCard, FormFailure } from '../accounts/entry-card.tsx'
import { ApiError, call } from '../api/call.ts'
import { useSite } from '../api/site.ts'
import { forget } from '../api/who.ts'
import { loadMessages, useT } from '../i18n.ts'
import { StopCard } from '../reminders/stop-card.tsx'
import { StopRenewalCard } from '../reminders/stop-renewal-card.tsx'
import { buttonClass } from '../ui/plain/button.ts'
import { Field } from '../ui/plain/field.tsx'
import { usePlainForm } from '../ui/plain/plain-form.ts'

type Kind = 'undo' | 'not_me'

/** Every failure is shown in the form or in its place, so no message is needed. */
const QUIET = { background: true }

export const Route = createFileRoute('/_public/undo')({ component: TakeBackPage, staticData: { title: 'title.login' } })

/**
 * Behind the links in mails with which an owner takes the account back, or stops reminders or renewals. Nothing happens before the button
 * is pressed, because mail programs open links on their own.
 */
function TakeBackPage() {
  const t = useT()
  // The token is after the hash, which browsers do not send to servers; a prefix says what it is for.
  const hash = useLocation({ select: (at) => at.hash })
  const kind: Kind = hash.startsWith('not-me.') ? 'not_me' : 'undo'
  const token = hash.replace(/^not-me\./, '')
  const [ready, setReady] = useState(false)
  const [next, setNext] = useState<string | null>(null)
  const [done, setDone] = useState(false)
  // Not in a loader, because the login page would have to load it too.
  useEffect(() => void loadMessages('take-back').then(() => setReady(true)), [])
  // The link that was refused. Another one may be opened in the same tab.
  const [used, setUsed] = useState<string | null>(null)
  const form = usePlainForm(z.object({}), {}, async () => {
    try {
      const { token: password } = await call(kind === 'undo' ? undoAddressChange : refuseSignIn, { body: { token } }, QUIET)
      // A session in this browser has ended too.
      forget()
      setNext(password)
    } catch (error) {
      if (!isInvalid(error)) throw error
      setUsed(token)
    }
  })
  if (!ready) return <EntryCard title="" text={t('state.loading')} />
  if (token.startsWith('stop.')) return <StopCard token={token.slice('stop.'.length)} />
  if (token.startsWith('renewal.')) return <StopRenewalCard token={token.slice('renewal.'.length)} />
  if (token === '') return <Finished title={t('take_back.missing')} text={t('take_back.missing_text')} />
  if (done) return <Finished title={t('take_back.done')} text={t('take_back.done_text')} />
  if (next !== null) return <NewPassword kind={kind} token={next} onDone={() => setDone(true)} />
  if (used === token) return <Used />
  return (
    <EntryCard title={t(`take_back.${kind}`)} text={t(`take_back.${kind}_text`)}>
      <form noValidate onSubmit={(event) => void form.submit(event)}>
        <FormFailure message={form.failure} />
        <button type="submit" className={buttonClass('primary', 'large', 'wide')} disabled={form.sending}>
          {t(form.sending ? 'take_back.sending' : `take_back.${kind}_submit`)}
        </button>
      </form>
    </EntryCard>
  )
}

const isInvalid = (error: unknown): boolean => error instanceof ApiError && error.code === 'link.invalid'

/** Shown for a link that was used before: leads to a new password, and to support. */
function Used() {
  const t = useT()
  const email = useSite()?.email
  return (
    <EntryCard title={t('take_back.used')} text={t('take_back.used_text')}>
      <Link to="/getPasswd" className={buttonClass('primary', 'large', 'wide')}>
        {t('take_back.reset')}
      </Link>
      {email && (
        <a href={`mailto:${email}`} className={buttonClass('outline', 'large', 'wide')}>
          {t('take_back.contact')}
        </a>
      )}
    </EntryCard>
  )
}

const Form = z.object({ password: Password })

function NewPassword({ kind, token, onDone }: { kind: Kind; token: string; onDone: () => void }) {
  const t = useT()
  const [late, setLate] = useState(false)
  const form = usePlainForm(Form, { password: '' }, async ({ password }) => {
    try {
      await call(setNewPassword, { body: { token, password } }, QUIET)
      onDone()
    } catch (error) {
      if (!isInvalid(error)) throw error
      setLate(true)
    }
  })
  if (late) return <Finished title={t('take_back.late')} text={t('take_back.late_text')} />
  return (
    <EntryCard title={t(`take_back.${kind}_done`)} text={t('take_back.password_text')}>
      <form noValidate onSubmit={(event) => void form.submit(event)}>
        <FormFailure message={form.failure} />
        <Field
          label={t('take_back.password')}
          hint={t('account.password_hint', { n: 8 })}
          type="password"
          autoComplete="new-password"
          {...form.field('password')}
        />
        <button type="submit" className={buttonClass('primary', 'large', 'wide')} disabled={form.sending}>
          {t('take_back.save')}
        </button>
      </form>
    </EntryCard>
  )
}

function Finished({ title, text }: { title: string; text: string }) {
  const t = useT()
  return (
    <EntryCard title={title} text={text}>
      <Link to="/login" className={buttonClass('primary', 'large', 'wide')}>
        {t('login.submit')}
      </Link>
    </EntryCard>
  )
}
