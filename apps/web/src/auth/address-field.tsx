import { Email } from '@portico/contract/accounts'
import { Phone } from '@portico/contract/codes'
import { Suspense } from 'react'
import { loadMessages, useT } from '../i18n.ts'
import { Field } from '../ui/plain/field.tsx'
import type { PlainForm } from '../ui/plain/plain-form.ts'
import styles from './address-field.module.css'
import { useIsLive } from '../ui/use-device.ts'
import { lazyPart } from '../ui/lazy/lazy-part.tsx'

/** Field of a phone number with its country. It loads only for those who sign in by phone. */
export const PhoneField = lazyPart(async () => {
  const [{ PhoneField: Lazy }] = await Promise.all([import('./phone-field.tsx'), loadMessages('entry')])
  return Lazy
})

const KEPT = 'portico.typed-address'

/** Address typed, for the next sign-in page, until somebody is signed in. Not in the URL, which others would see. */
export const typedAddress = {
  get email() {
    return sessionStorage.getItem(KEPT) ?? ''
  },
  set email(email) {
    sessionStorage.setItem(KEPT, email)
  },
}

export type By = 'email' | 'phone'
export type Address = { email: string } | { phone: string }

/** Schema of the shown address. */
export function addressSchema(by: By) {
  return by === 'email' ? { email: Email } : { phone: Phone }
}

export function addressOf({ email, phone }: { email: string; phone: string }, by: By): Address {
  return by === 'email' ? { email } : { phone: Phone.parse(phone) }
}

interface AddressFieldProps {
  form: PlainForm<'email' | 'phone'>
  by: By
  /** Switches between e-mail and phone; absent: no choice. */
  onBy?: ((by: By) => void) | undefined
}

/** An e-mail address, or a phone number. */
export function AddressField({ form, by, onBy }: AddressFieldProps) {
  const t = useT()
  const isLive = useIsLive()
  const { value: _, onChange: _change, ...phone } = form.field('phone')
  return (
    <div>
      {by === 'email' ? (
        <Field label={t('account.email')} type="email" autoComplete="username" inputMode="email" {...form.field('email')} />
      ) : !isLive ? (
        // Only the browser can guess the country.
        <Field label={t('entry.phone')} type="tel" disabled />
      ) : (
        <Suspense>
          <PhoneField {...phone} onNumber={(number) => form.set('phone', number)} />
        </Suspense>
      )}
      {onBy && (
        <button type="button" className={`${styles['other']} text-button`} onClick={() => onBy(by === 'email' ? 'phone' : 'email')}>
          {t(by === 'email' ? 'account.by_phone' : 'account.by_email')}
        </button>
      )}
    </div>
  )
}
