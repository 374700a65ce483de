import type { Settings } from '@portico/contract/settings/registry'
import { AppError } from '../../errors.ts'

type Address = { provider: string; label: string }
type Rules = Pick<Settings, 'site.registration_open' | 'account.register_with' | 'account.email_allowed' | 'account.email_refused'>

/**
 * Whether the site opens an account for this address at all; says nothing about existing accounts. Throws `account.registration_closed`
 * and as `refuseAddress` does.
 */
export function refuseUnwelcome(rules: Rules, { provider, label }: Address): void {
  if (!rules['site.registration_open']) throw new AppError('account.registration_closed')
  refuseAddress(rules, { provider, label })
}

/** Refuses addresses that the site takes from nobody. Throws `account.email_needed`, `account.phone_needed` and as `refuseDomain` does. */
export function refuseAddress(rules: Omit<Rules, 'site.registration_open'>, { provider, label }: Address): void {
  const kind = rules['account.register_with']
  if (provider === 'phone' && kind === 'email') throw new AppError('account.email_needed', { fields: { phone: 'account.email_needed' } })
  if (provider === 'email' && kind === 'phone') throw new AppError('account.phone_needed', { fields: { email: 'account.phone_needed' } })
  if (provider === 'email') refuseDomain(rules, label)
}

/** Refuses e-mail domains that the operator excluded or did not allow. Throws `account.email_refused`. */
export function refuseDomain(rules: Pick<Rules, 'account.email_allowed' | 'account.email_refused'>, email: string): void {
  const domain = email.trim().toLowerCase().split('@').at(-1) ?? ''
  const isIn = (list: string[]): boolean => list.some((entry) => covers(entry, domain))
  const allowed = rules['account.email_allowed']
  const isRefused = isIn(rules['account.email_refused']) || (allowed.length > 0 && !isIn(allowed))
  if (isRefused) throw new AppError('account.email_refused', { fields: { email: 'account.email_refused' } })
}

/** Operators write `example.com`, `@example.com` or `*.example.com`, and mean the domain with all below it. */
function covers(entry: string, domain: string): boolean {
  const wanted = entry.toLowerCase().replace(/^[@*.\s]+/, '')
  return wanted !== '' && (domain === wanted || domain.endsWith(`.${wanted}`))
}
