import { Password } from '@portico/contract/accounts'
import { checkClaim, claimAccount, ClaimLink } from '@portico/contract/claims'
import { Code } from '@portico/contract/codes'
import type { SiteConfig } from '@portico/contract/site'
import { useState } from 'react'
import * as z from 'zod/mini'
import { FormFailure } from '../accounts/entry-card.tsx'
import { ApiError, call } from '../api/call.ts'
import { startSession } from '../api/who.ts'
import { AddressField, addressOf, addressSchema, type By } from '../auth/address-field.tsx'
import { CodeField } from '../auth/code-field.tsx'
import { TermsField, termsSchema } from '../auth/terms-field.tsx'
import type { CodeInUse } from '../auth/use-code.ts'
import { t as translate, useT } from '../i18n.ts'
import { useSecondsUntil } from '../ui/format/use-seconds-until.ts'
import { buttonClass } from '../ui/plain/button.ts'
import { Field } from '../ui/plain/field.tsx'
import { usePlainForm } from '../ui/plain/plain-form.ts'

const EMPTY = { link: '', email: '', phone: '', password: '', again: '', terms: '' }

interface ClaimFormProps {
  site: Pick<SiteConfig, 'register_with' | 'verify_email' | 'has_terms'>
  code: CodeInUse
  /** As it came with the address of the page; '': the member pastes it. */
  link: string
  onEntered: () => Promise<void>
}

/** Claims in one step, or in two where the address must be verified. The link is checked before a code is sent. */
export function ClaimForm({ site, code, link, onEntered }: ClaimFormProps) {
  const t = useT()
  const [by, setBy] = useState<By>(site.register_with === 'phone' ? 'phone' : 'email')
  const isVerified = by === 'phone' || site.verify_email
  const { sent } = code
  const wait = useSecondsUntil(code.refusedUntil)

  async function claim(values: typeof EMPTY, proof: { code_id?: string; code?: string }): Promise<void> {
    const { password, terms } = values
    const body = { link: values.link, ...addressOf(values, by), password, terms: terms !== '', ...proof }
    startSession(await call(claimAccount, { body }))
    await onEntered()
  }
  const form = usePlainForm(schemaOf(by, site.has_terms), { ...EMPTY, link }, async (values) => {
    if (!isVerified) return claim(values, {})
    await call(checkClaim, { body: { link: values.link } })
    await code.send(addressOf(values, by))
  })
  const proof = usePlainForm(z.object({ code: Code }), { code: '' }, async (entered) => {
    try {
      await claim(form.values, { code_id: sent?.id ?? '', code: entered.code })
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
        <Field label={t('claim.link')} hint={t('claim.link_hint')} autoComplete="off" maxLength={2000} {...form.field('link')} />
        <AddressField form={form} by={by} onBy={site.register_with === 'both' ? setBy : undefined} />
        <Field
          label={t('account.password')}
          hint={t('account.password_hint', { n: 8 })}
          type="password"
          autoComplete="new-password"
          {...form.field('password')}
        />
        <Field label={t('account.password_again')} type="password" autoComplete="new-password" {...form.field('again')} />
        {site.has_terms && <TermsField form={form} />}
        <button type="submit" className={buttonClass('primary', 'large', 'wide')} disabled={form.sending || wait > 0}>
          {wait > 0 ? t('entry.again_in', { n: wait }) : t(form.sending ? 'claim.sending' : isVerified ? 'register.next' : 'claim.submit')}
        </button>
      </form>
      {sent && (
        <form noValidate onSubmit={(event) => void proof.submit(event)}>
          <FormFailure message={proof.failure} />
          <CodeField code={code} form={proof} />
          <button type="submit" className={buttonClass('primary', 'large', 'wide')} disabled={proof.sending}>
            {t(proof.sending ? 'claim.sending' : 'claim.submit')}
          </button>
        </form>
      )}
    </>
  )
}

function schemaOf(by: By, hasTerms: boolean) {
  return z
    .object({ link: ClaimLink, ...addressSchema(by), password: Password, again: z.string(), terms: termsSchema(hasTerms) })
    .check(z.refine((form) => form.password === form.again, { path: ['again'], error: () => translate('register.mismatch') }))
}
