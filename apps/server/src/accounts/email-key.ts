const IGNORES_DOTS = new Set(['gmail.com', 'googlemail.com'])

/**
 * The form in which addresses are compared: lower case, and for the one provider known to ignore them, without dots and
 * "+tags". Other providers' dots and tags are different mailboxes.
 */
export function emailKey(email: string): string {
  const [local = '', domain = ''] = email.trim().toLowerCase().split('@')
  if (!IGNORES_DOTS.has(domain)) return `${local}@${domain}`
  return `${local.replace(/\+.*$/, '').replaceAll('.', '')}@gmail.com`
}
