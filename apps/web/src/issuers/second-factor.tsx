import { enterSecondFactor } from '@portico/contract/auth'
import * as z from 'zod/mini'
import { EntryCard, FormFailure } from '../accounts/entry-card.tsx'
import { call } from '../api/call.ts'
import { enter } from '../api/who.ts'
import { useT } from '../i18n.ts'
import { buttonClass } from '../ui/plain/button.ts'
import { Field } from '../ui/plain/field.tsx'
import { usePlainForm } from '../ui/plain/plain-form.ts'

/** The second step of an account that has one. */
export function SecondFactor({ token, onDone }: { token: string; onDone: (href: string) => void }) {
  const t = useT()
  const form = usePlainForm(z.object({ code: z.string().check(z.minLength(6)) }), { code: '' }, async ({ code }) => {
    enter(await call(enterSecondFactor, { body: { token, code } }))
    onDone('/dashboard')
  })
  return (
    <EntryCard title={t('oauth.second_title')} text={t('oauth.second_text')}>
      <form noValidate onSubmit={(event) => void form.submit(event)}>
        <FormFailure message={form.failure} />
        <Field label={t('oauth.second_code')} autoComplete="one-time-code" maxLength={40} {...form.field('code')} />
        <button type="submit" className={buttonClass('primary', 'large', 'wide')} disabled={form.sending}>
          {t(form.sending ? 'login.sending' : 'login.submit')}
        </button>
      </form>
    </EntryCard>
  )
}
