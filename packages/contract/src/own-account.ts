import * as z from 'zod/mini'
import { Email, Password } from './accounts.ts'
import { Code, CodeId, Phone } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { Amount, Currency, Sum } from './money.ts'
import { Time } from './paging.ts'

/** A way to sign in to an account. */
export const Identity = z.object({
  id: z.int(),
  kind: z.enum(['email', 'phone', 'site']),
  /** Address of the sign-in site; null for e-mail and phone. */
  issuer: z.nullable(z.string()),
  /** The e-mail address, phone number, or name at the sign-in site. */
  label: z.string(),
  verified: z.boolean(),
  created_at: Time,
})
export type Identity = z.infer<typeof Identity>

const proof = { code_id: CodeId, code: Code }

export const listIdentities = endpoint({
  method: 'GET',
  path: '/muser/identities',
  access: 'member',
  summary: 'My ways to sign in',
  response: z.object({ items: z.array(Identity), has_password: z.boolean() }),
})
/**
 * Changes an address, by a code sent to the new one with the purpose `bind`. The old address gets a link that undoes the change within 24
 * hours.
 */
export const changeAddress = endpoint({
  method: 'POST',
  path: '/muser/identities',
  access: 'member',
  summary: 'Add or change my e-mail address or phone number',
  fresh: true,
  body: z.object({ email: z.optional(Email), phone: z.optional(Phone), ...proof }),
})
/**
 * Removes an address. It gets a link that undoes this within 24 hours; the account's other address is informed. `account.last_sign_in` if
 * it is the last one.
 */
export const removeAddress = endpoint({
  method: 'DELETE',
  path: '/muser/identities/:id',
  access: 'member',
  summary: 'Remove my e-mail address or phone number, unless it is the last way to sign in',
  fresh: true,
})
/** Verifies an existing address, by a code with the purpose `confirm`. */
export const verifyAddress = endpoint({
  method: 'POST',
  path: '/muser/identities/verify',
  access: 'member',
  summary: 'Prove that my present e-mail address or phone number is mine',
  body: z.object(proof),
})
export const setFirstPassword = endpoint({
  method: 'POST',
  path: '/muser/setPass',
  access: 'member',
  summary: 'Set the first password of an account without one',
  fresh: true,
  body: z.object({ password: Password }),
})

const LinkToken = z.string().check(z.regex(/^[\w-]{43}$/))
/** `token`: sets a new password within 15 minutes. */
const TakenBack = z.object({ token: z.string() })

export const undoAddressChange = endpoint({
  method: 'POST',
  path: '/api/auth/undo',
  access: 'public',
  summary: 'Put the previous address back, by the link in the mail; all sessions end and the password is removed',
  body: z.object({ token: LinkToken }),
  response: TakenBack,
})
export const refuseSignIn = endpoint({
  method: 'POST',
  path: '/api/auth/notMe',
  access: 'public',
  summary: '“This wasn’t me”, by the link in the mail; all sessions end and the password is removed',
  body: z.object({ token: LinkToken }),
  response: TakenBack,
})
export const setNewPassword = endpoint({
  method: 'POST',
  path: '/api/auth/newPassword',
  access: 'public',
  summary: 'Set a password after taking the account back',
  body: z.object({ token: LinkToken, password: Password }),
})

export const ClosingObstacle = z.enum(['linked', 'withdrawal', 'refund', 'order', 'last_owner'])
export type ClosingObstacle = z.infer<typeof ClosingObstacle>

export const getClosing = endpoint({
  method: 'GET',
  path: '/muser/closing',
  access: 'member',
  summary: 'What closing my account would cost, and what is in the way',
  response: z.object({
    /** When the account closes; null: no closing is requested. */
    closes_at: z.nullable(Time),
    plan_name: z.nullable(z.string()),
    /** Days left of the running plan; null: none runs, or it is permanent. */
    days_left: z.nullable(z.int()),
    permanent: z.boolean(),
    balance: Sum,
    /** Commission balance; negative: owed after a refund. */
    commission: z.int(),
    /** Commission that is still frozen. */
    pending_commission: Sum,
    currency: Currency,
    /** Reasons that forbid closing: open withdrawals or refunds, orders in review, or being the site's last owner. */
    obstacles: z.array(ClosingObstacle),
  }),
})
export const closeAccount = endpoint({
  method: 'POST',
  path: '/muser/destroy',
  access: 'member',
  summary: 'Close my account for good in 24 hours; asked again, it closes at the time that was set',
  fresh: 'again',
  body: z.object({
    /** true is required if the account has balance or commission, which is lost. */
    give_up: z.boolean(),
    /**
     * Total of balance, commission and frozen commission as shown to the member. `account.money_left` if there is more now; absent: any
     * amount is accepted.
     */
    amount: z.optional(Amount),
  }),
  response: z.object({ closes_at: Time }),
})
export const keepAccount = endpoint({
  method: 'POST',
  path: '/muser/destroy/undo',
  access: 'member',
  summary: 'Keep my account after all. May be called twice',
})
export const exportAccount = endpoint({
  method: 'GET',
  path: '/muser/export',
  access: 'member',
  summary: 'Download everything that is stored about me, as a ZIP of JSON files',
  fresh: true,
  response: z.object({
    /** Suggested file name. */
    name: z.string(),
    /** The ZIP file in base64. */
    zip: z.string(),
  }),
})
