import { plainCode } from '@portico/contract/typed-code'

const IGNORES_DOTS = new Set(['gmail.com', 'googlemail.com'])

/** An e-mail address in the form for comparing: lower case. Dots and "+tags" are removed only for the provider that ignores them. */
export function emailKey(email: string): string {
  const [local = '', domain = ''] = plainCode(email).toLowerCase().split('@')
  if (!IGNORES_DOTS.has(domain)) return `${local}@${domain}`
  return `${local.replace(/\+.*$/, '').replaceAll('.', '')}@gmail.com`
}
