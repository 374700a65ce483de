import * as contract from '@portico/contract/own-account'
import type { App } from '../app.ts'
import { AppError } from '../errors.ts'
import { ok, type Router, serve } from '../http/router.ts'
import { listIdentities } from '../identities/find-identity.ts'
import type { IdentityRow } from '../identities/identities.table.ts'
import { emailIdentity, type Identity, phoneIdentity } from '../identities/write-identity.ts'
import { hasPassword } from '../accounts/password-of.ts'
import { changeAddress, verifyAddress } from './change-address.ts'
import { setFirstPassword } from './first-password.ts'
import { refuseSignIn, setNewPassword, undoAddressChange } from './take-back.ts'

export function ownAccountRoutes(router: Router, app: App): void {
  const { db } = app.database

  serve(router, app, contract.listIdentities, async ({ caller }) => {
    const [rows, has] = await Promise.all([listIdentities(db, caller.accountId), hasPassword(db, caller.accountId)])
    return { items: rows.map(toIdentity), has_password: has }
  })
  serve(router, app, contract.changeAddress, async ({ caller, body }) => {
    await changeAddress(app, caller, { to: addressOf(body), entered: { codeId: body.code_id, code: body.code } })
    return ok
  })
  serve(router, app, contract.verifyAddress, async ({ caller, body }) => {
    await verifyAddress(app, caller, { codeId: body.code_id, code: body.code })
    return ok
  })
  serve(router, app, contract.setFirstPassword, async ({ caller, body }) => {
    await setFirstPassword(app, caller, body.password)
    return ok
  })

  serve(router, app, contract.undoAddressChange, async ({ body, origin }) => {
    await app.limits.mailLinks.take(origin.network)
    return { token: await undoAddressChange(app, body.token) }
  })
  serve(router, app, contract.refuseSignIn, async ({ body, origin }) => {
    await app.limits.mailLinks.take(origin.network)
    return { token: await refuseSignIn(app, body.token) }
  })
  serve(router, app, contract.setNewPassword, async ({ body, origin }) => {
    await app.limits.mailLinks.take(origin.network)
    await setNewPassword(app, body.token, body.password)
    return ok
  })
}

/** Exactly one of both. Throws `account.address_needed`. */
function addressOf({ email, phone }: { email?: string | undefined; phone?: string | undefined }): Identity {
  if (email !== undefined && phone === undefined) return emailIdentity(email, null)
  if (phone !== undefined && email === undefined) return phoneIdentity(phone, null)
  throw new AppError('account.address_needed', { fields: { email: 'account.address_needed' } })
}

export function toIdentity({ id, provider, label, verifiedAt, createdAt }: IdentityRow): contract.Identity {
  const kind = provider === 'email' || provider === 'phone' ? provider : 'site'
  const issuer = kind === 'site' ? provider : null
  return { id, kind, issuer, label, verified: verifiedAt !== null, created_at: createdAt.toISOString() }
}
