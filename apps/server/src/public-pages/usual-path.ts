/** Other addresses of pages, each with its usual one. */
const SAME: Record<string, string> = { '/': '/index', '/home': '/index' }

/** The usual address of a page: without a slash at its end, and the home page by its name. */
export function usualPath(asked: string): string {
  const bare = asked.length > 1 ? asked.replace(/\/$/, '') : asked
  return SAME[bare] ?? bare
}
