/**
 * Where the database is. `server`: requests, perhaps through a pooler. `direct`: the same role without the pooler, for what
 * belongs to a session: LISTEN, the job queue, locks held longer than a transaction. `owner`: migrations and nothing else.
 */
export type DatabaseUrls = { server: string; direct: string; owner: string }

/** `directUrl` names the owner and the way around a pooler; without it one role and one address do for everything. */
export function databaseUrls(databaseUrl: string, directUrl: string | null): DatabaseUrls {
  if (directUrl === null) return { server: databaseUrl, direct: databaseUrl, owner: databaseUrl }
  return { server: databaseUrl, direct: withRoleOf(databaseUrl, directUrl), owner: directUrl }
}

/** The address of the one with the role of the other. */
function withRoleOf(roleUrl: string, url: string): string {
  const { username, password, searchParams } = new URL(roleUrl)
  const user = searchParams.get('user') ?? decodeURIComponent(username)
  if (user === '') return url
  const address = new URL(url)
  // As parameters: they count before what stands ahead of the host, and a URL without a host has no other place for them.
  address.searchParams.set('user', user)
  address.searchParams.set('password', searchParams.get('password') ?? decodeURIComponent(password))
  return address.href
}
