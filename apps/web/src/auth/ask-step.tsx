import { useState } from 'react'
import * as z from 'zod/mini'
import { FormFailure } from '../accounts/entry-card.tsx'
import { useSite } from '../api/site.ts'
import { useT } from '../i18n.ts'
import { buttonClass } from '../ui/plain/button.ts'
import { usePlainForm } from '../ui/plain/plain-form.ts'
import { AddressField, addressOf, addressSchema, type By, typedAddress } from './address-field.tsx'
import type { CodeInUse } from './use-code.ts'
import { useSecondsUntil } from '../ui/format/use-seconds-until.ts'

/** The first step: where to send the code. `hidden`: the second step is shown, and this one keeps what was entered. */
export function AskStep({ code, hidden }: { code: CodeInUse; hidden: boolean }) {
  const t = useT()
  const mayPhone = (useSite()?.register_with ?? 'email') !== 'email'
  const [by, setBy] = useState<By>('email')
  const form = usePlainForm(z.object(addressSchema(by)), { ...typedAddress, phone: '' }, (values) => {
    typedAddress.email = values.email
    return code.send(addressOf(values, by))
  })
  const wait = useSecondsUntil(code.refusedUntil)
  return (
    <form method="post" noValidate hidden={hidden} onSubmit={(event) => void form.submit(event)}>
      <FormFailure message={form.failure} />
      <AddressField form={form} by={by} onBy={mayPhone ? setBy : undefined} />
      <button type="submit" className={buttonClass('primary', 'large', 'wide')} disabled={form.sending || wait > 0}>
        {wait > 0 ? t('entry.again_in', { n: wait }) : t(form.sending ? 'entry.sending' : 'entry.send')}
      </button>
    </form>
  )
}
