/**
 * Addresses of the database. `server`: for requests, perhaps through a pooler. `direct`: the same role without the pooler, for what
 * needs a session: LISTEN, the job queue, locks held longer than a transaction. `owner`: for migrations only.
 */
export type DatabaseUrls = { server: string; direct: string; owner: string }

/** The URLs from the configuration. `directUrl` names the owner and avoids the pooler; without it, one URL serves for all. */
export function databaseUrls(databaseUrl: string, directUrl: string | null): DatabaseUrls {
  if (directUrl === null) return { server: databaseUrl, direct: databaseUrl, owner: databaseUrl }
  return { server: databaseUrl, direct: withRoleOf(databaseUrl, directUrl), owner: directUrl }
}

/** The address `url` with the role of `roleUrl`. */
function withRoleOf(roleUrl: string, url: string): string {
  const { username, password, searchParams } = new URL(roleUrl)
  const user = searchParams.get('user') ?? decodeURIComponent(username)
  if (user === '') return url
  const address = new URL(url)
  // As parameters: they override the part before the host, and a URL without a host has no other place for them.
  address.searchParams.set('user', user)
  address.searchParams.set('password', searchParams.get('password') ?? decodeURIComponent(password))
  return address.href
}
