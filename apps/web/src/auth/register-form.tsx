import { Password } from '@portico/contract/accounts'
import { register } from '@portico/contract/auth'
import { Code } from '@portico/contract/codes'
import type { SiteConfig } from '@portico/contract/site'
import { useState } from 'react'
import * as z from 'zod/mini'
import { FormFailure } from '../accounts/entry-card.tsx'
import { ApiError, call } from '../api/call.ts'
import { startSession } from '../api/who.ts'
import { forgetInviteCode, inviteCode } from '../app/invite-code.ts'
import { t as translate, useT } from '../i18n.ts'
import { useStore } from '../store.ts'
import { buttonClass } from '../ui/plain/button.ts'
import { Field } from '../ui/plain/field.tsx'
import { usePlainForm } from '../ui/plain/plain-form.ts'
import { AddressField, addressOf, addressSchema, type By } from './address-field.tsx'
import { CodeField } from './code-field.tsx'
import { TermsField, termsSchema } from './terms-field.tsx'
import type { CodeInUse } from './use-code.ts'
import { useSecondsUntil } from '../ui/format/use-seconds-until.ts'

const EMPTY = { email: '', phone: '', password: '', again: '', terms: '' }

interface RegisterFormProps {
  site: Pick<SiteConfig, 'register_with' | 'verify_email' | 'has_terms'>
  code: CodeInUse
  onEntered: () => Promise<void>
}

/** Registers in one step, or in two where the address must be verified. */
export function RegisterForm({ site, code, onEntered }: RegisterFormProps) {
  const t = useT()
  const invite = useStore(inviteCode)
  const [by, setBy] = useState<By>(site.register_with === 'phone' ? 'phone' : 'email')
  const isVerified = by === 'phone' || site.verify_email
  const { sent } = code
  const wait = useSecondsUntil(code.refusedUntil)

  async function open(values: typeof EMPTY & { invite_code: string }, proof: { code_id?: string; code?: string }): Promise<void> {
    const { password, invite_code, terms } = values
    startSession(await call(register, { body: { ...addressOf(values, by), password, invite_code, terms: terms !== '', ...proof } }))
    forgetInviteCode()
    await onEntered()
  }
  const form = usePlainForm(schemaOf(by, site.has_terms), { ...EMPTY, invite_code: invite }, (values) =>
    isVerified ? code.send(addressOf(values, by)) : open(values, {}),
  )
  const proof = usePlainForm(z.object({ code: Code }), { code: '' }, async (entered) => {
    try {
      await open(form.values, { code_id: sent?.id ?? '', code: entered.code })
    } catch (error) {
      if (!(error instanceof ApiError) || Object.keys(error.fields).length === 0 || 'code' in error.fields) throw error
      // The fault is in the first step. The code stays good.
      form.refuse(error)
      code.change()
    }
  })

  return (
    <>
      <form method="post" noValidate hidden={sent !== null} onSubmit={(event) => void form.submit(event)}>
        <FormFailure message={form.failure} />
        <AddressField form={form} by={by} onBy={site.register_with === 'both' ? setBy : undefined} />
        <Field
          label={t('account.password')}
          hint={t('account.password_hint', { n: 8 })}
          type="password"
          autoComplete="new-password"
          {...form.field('password')}
        />
        <Field label={t('account.password_again')} type="password" autoComplete="new-password" {...form.field('again')} />
        <Field
          label={t('register.invite_code')}
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={40}
          {...form.field('invite_code')}
        />
        {site.has_terms && <TermsField form={form} />}
        <button type="submit" className={buttonClass('primary', 'large', 'wide')} disabled={form.sending || wait > 0}>
          {wait > 0
            ? t('entry.again_in', { n: wait })
            : t(form.sending ? 'register.sending' : isVerified ? 'register.next' : 'register.submit')}
        </button>
      </form>
      {sent && (
        <form noValidate onSubmit={(event) => void proof.submit(event)}>
          <FormFailure message={proof.failure} />
          <CodeField code={code} form={proof} />
          <button type="submit" className={buttonClass('primary', 'large', 'wide')} disabled={proof.sending}>
            {t(proof.sending ? 'register.sending' : 'register.submit')}
          </button>
        </form>
      )}
    </>
  )
}

function schemaOf(by: By, hasTerms: boolean) {
  return z
    .object({ ...addressSchema(by), password: Password, again: z.string(), invite_code: z.string(), terms: termsSchema(hasTerms) })
    .check(z.refine((form) => form.password === form.again, { path: ['again'], error: () => translate('register.mismatch') }))
}
