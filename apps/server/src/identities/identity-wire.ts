import * as contract from '@portico/contract/own-account'
import { AppError } from '../errors.ts'
import { toWire } from '../to-wire.ts'
import type { IdentityRow } from './identities.table.ts'
import { emailIdentity, type Identity, phoneIdentity } from './write-identity.ts'

/** The one identity given. Throws `account.address_needed` unless it is exactly one. */
export function addressOf({ email, phone }: { email?: string | undefined; phone?: string | undefined }): Identity {
  if (email !== undefined && phone === undefined) return emailIdentity(email, null)
  if (phone !== undefined && email === undefined) return phoneIdentity(phone, null)
  throw new AppError('account.address_needed', { fields: { email: 'account.address_needed' } })
}

export function toIdentity(row: IdentityRow): contract.Identity {
  const { provider } = row
  const kind = provider === 'email' || provider === 'phone' ? provider : 'site'
  return toWire(contract.Identity, { ...row, kind, issuer: kind === 'site' ? provider : null, verified: row.verifiedAt !== null })
}
