import { Password } from '@portico/contract/accounts'
import { Code } from '@portico/contract/codes'
import type { SiteConfig } from '@portico/contract/site'
import { type ComponentProps, useState } from 'react'
import * as z from 'zod/mini'
import { FormFailure } from '../accounts/entry-card.tsx'
import { ApiError } from '../api/call.ts'
import { startSession } from '../api/who.ts'
import { type MessageKey, t as translate, useT } from '../i18n.ts'
import { useSecondsUntil } from '../ui/format/use-seconds-until.ts'
import { buttonClass } from '../ui/plain/button.ts'
import { Field } from '../ui/plain/field.tsx'
import { usePlainForm } from '../ui/plain/plain-form.ts'
import { type Address, AddressField, addressOf, addressSchema, type By } from './address-field.tsx'
import { CodeField } from './code-field.tsx'
import { TermsField, termsSchema } from './terms-field.tsx'
import type { CodeInUse } from './use-code.ts'

const EMPTY = { link: '', invite_code: '', email: '', phone: '', password: '', again: '', terms: '' }
type Values = typeof EMPTY
type Proof = { code_id?: string; code?: string }
/** What every such form sends. */
export type Opening = Address & Proof & { password: string; terms: boolean }

export interface AroundOpening {
  site: Pick<SiteConfig, 'register_with' | 'verify_email' | 'has_terms'>
  code: CodeInUse
  onEntered: () => Promise<void>
}
interface OpeningFormProps extends AroundOpening {
  /** The field that only this form has: what it begins with, and how it looks. */
  own: {
    name: 'link' | 'invite_code'
    value: string
    schema: z.ZodMiniType<string>
    isFirst: boolean
    looks: Partial<ComponentProps<typeof Field>> & { label: string }
  }
  words: { submit: MessageKey; sending: MessageKey }
  /** What must hold before a code is sent. */
  check?: (own: string) => Promise<unknown>
  open: (own: string, opening: Opening) => Promise<Parameters<typeof startSession>[0]>
}

/** Gives somebody an account in one step, or in two where the address must be verified. */
export function OpeningForm({ site, code, onEntered, own, words, check, open }: OpeningFormProps) {
  const t = useT()
  const [by, setBy] = useState<By>(site.register_with === 'phone' ? 'phone' : 'email')
  const isVerified = by === 'phone' || site.verify_email
  const { sent } = code
  const wait = useSecondsUntil(code.refusedUntil)

  async function enter(values: Values, proof: Proof): Promise<void> {
    const { password, terms } = values
    startSession(await open(values[own.name], { ...addressOf(values, by), password, terms: terms !== '', ...proof }))
    await onEntered()
  }
  const schema = schemaOf(by, site.has_terms, { [own.name]: own.schema })
  const form = usePlainForm(schema, { ...EMPTY, [own.name]: own.value }, async (values) => {
    if (!isVerified) return enter(values, {})
    await check?.(values[own.name])
    await code.send(addressOf(values, by))
  })
  const proof = usePlainForm(z.object({ code: Code }), { code: '' }, async (entered) => {
    try {
      await enter(form.values, { code_id: sent?.id ?? '', code: entered.code })
    } catch (error) {
      if (!(error instanceof ApiError) || Object.keys(error.fields).length === 0 || 'code' in error.fields) throw error
      // The fault is in the first step. The code stays good.
      form.refuse(error)
      code.change()
    }
  })
  const ownField = <Field autoComplete="off" {...own.looks} {...form.field(own.name)} />

  return (
    <>
      <form method="post" noValidate hidden={sent !== null} onSubmit={(event) => void form.submit(event)}>
        <FormFailure message={form.failure} />
        {own.isFirst && ownField}
        <AddressField form={form} by={by} onBy={site.register_with === 'both' ? setBy : undefined} />
        <Field
          label={t('account.password')}
          hint={t('account.password_hint', { n: 8 })}
          type="password"
          autoComplete="new-password"
          {...form.field('password')}
        />
        <Field label={t('account.password_again')} type="password" autoComplete="new-password" {...form.field('again')} />
        {!own.isFirst && ownField}
        {site.has_terms && <TermsField form={form} />}
        <button type="submit" className={buttonClass('primary', 'large', 'wide')} disabled={form.sending || wait > 0}>
          {wait > 0 ? t('entry.again_in', { n: wait }) : t(form.sending ? words.sending : isVerified ? 'register.next' : words.submit)}
        </button>
      </form>
      {sent && (
        <form noValidate onSubmit={(event) => void proof.submit(event)}>
          <FormFailure message={proof.failure} />
          <CodeField code={code} form={proof} />
          <button type="submit" className={buttonClass('primary', 'large', 'wide')} disabled={proof.sending}>
            {t(proof.sending ? words.sending : words.submit)}
          </button>
        </form>
      )}
    </>
  )
}

function schemaOf(by: By, hasTerms: boolean, own: Record<string, z.ZodMiniType<string>>) {
  return z
    .object({ ...own, ...addressSchema(by), password: Password, again: z.string(), terms: termsSchema(hasTerms) })
    .check(z.refine((form) => form.password === form.again, { path: ['again'], error: () => translate('register.mismatch') }))
}
