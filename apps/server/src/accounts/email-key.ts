const IGNORES_DOTS = new Set(['gmail.com', 'googlemail.com'])

/**
 * The form in which addresses are compared: lower case. Dots and "+tags" are removed only for the one provider known to ignore
 * them; at other providers they are different mailboxes.
 */
export function emailKey(email: string): string {
  const [local = '', domain = ''] = email.trim().toLowerCase().split('@')
  if (!IGNORES_DOTS.has(domain)) return `${local}@${domain}`
  return `${local.replace(/\+.*$/, '').replaceAll('.', '')}@gmail.com`
}
