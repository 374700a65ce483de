import { register } from '@portico/contract/auth'
import * as z from 'zod/mini'
import { call } from '../api/call.ts'
import { forgetInviteCode, inviteCode } from '../app/invite-code.ts'
import { useT } from '../i18n.ts'
import { useStore } from '../store.ts'
import { type AroundOpening, OpeningForm } from './opening-form.tsx'

/** Registers, with the invite code that one came with. */
export function RegisterForm(around: AroundOpening) {
  const t = useT()
  const value = useStore(inviteCode)
  const looks = { label: t('register.invite_code'), autoCapitalize: 'characters', maxLength: 40 } as const
  return (
    <OpeningForm
      {...around}
      own={{ name: 'invite_code', value, schema: z.string(), isFirst: false, looks }}
      words={{ submit: 'register.submit', sending: 'register.sending' }}
      open={async (invite_code, opening) => {
        const entry = await call(register, { body: { ...opening, invite_code } })
        forgetInviteCode()
        return entry
      }}
    />
  )
}
