/** Whether a path is one of an address as the router writes it, such as `/help/$articleId`. */
export function fits(pattern: string, path: string): boolean {
  const [wanted, given] = [pattern.split('/'), path.split('/')]
  return wanted.length === given.length && wanted.every((part, i) => part === given[i] || (part.startsWith('$') && given[i] !== ''))
}
