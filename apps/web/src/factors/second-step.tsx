import { enterSecondFactor, FactorCode } from '@portico/contract/auth'
import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { ApiError, call } from '../api/call.ts'
import { EntryCard, FormFailure } from '../accounts/entry-card.tsx'
import { useT } from '../i18n.ts'
import { buttonClass } from '../ui/plain/button.ts'
import { Field } from '../ui/plain/field.tsx'
import { usePlainForm } from '../ui/plain/plain-form.ts'
import styles from './second-step.module.css'

const Form = z.object({ code: FactorCode })

interface SecondStepProps {
  token: string
  onEntered: (entered: { x_token: string; name: string }) => unknown
  /** Back to the first step: the user wants it, or the token is over. */
  onBack: () => void
}

/** The code of the authenticator app, or a recovery code. For every page that signs in. */
export function SecondStep({ token, onEntered, onBack }: SecondStepProps) {
  const t = useT()
  const [recovers, setRecovers] = useState(false)
  return (
    <EntryCard title={t('second.title')} text={t(recovers ? 'second.recovery_text' : 'second.text')}>
      <CodeForm key={String(recovers)} token={token} recovers={recovers} onEntered={onEntered} onBack={onBack} />
      <p className={styles['others']}>
        <button type="button" className="text-button" onClick={() => setRecovers(!recovers)}>
          {t(recovers ? 'second.use_app' : 'second.use_recovery')}
        </button>
        <button type="button" className="text-button" onClick={onBack}>
          {t('second.back')}
        </button>
      </p>
    </EntryCard>
  )
}

function CodeForm({ token, recovers, onEntered, onBack }: SecondStepProps & { recovers: boolean }) {
  const t = useT()
  const form = usePlainForm(Form, { code: '' }, async ({ code }) => {
    try {
      await onEntered(await call(enterSecondFactor, { body: { token, code } }))
    } catch (error) {
      if (error instanceof ApiError && error.code === 'account.second_factor_over') onBack()
      else throw error
    }
  })
  // The page has changed under the reader; the only thing to do next is this field.
  const place = useRef<HTMLFormElement>(null)
  useEffect(() => place.current?.querySelector('input')?.focus(), [])
  const asApp = { inputMode: 'numeric', maxLength: 10 } as const
  return (
    <form ref={place} noValidate onSubmit={(event) => void form.submit(event)}>
      <FormFailure message={form.failure} />
      <Field
        label={t(recovers ? 'second.recovery_code' : 'second.code')}
        autoComplete={recovers ? 'off' : 'one-time-code'}
        spellCheck={false}
        {...(recovers ? { maxLength: 40 } : asApp)}
        {...form.field('code')}
      />
      <button type="submit" className={buttonClass('primary', 'large', 'wide')} disabled={form.sending}>
        {t(form.sending ? 'login.sending' : 'login.submit')}
      </button>
    </form>
  )
}
