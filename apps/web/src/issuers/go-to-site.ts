import { signInBySite } from '@portico/contract/issuers'
import type { SiteId } from '@portico/contract/sign-in-sites'
import { call } from '../api/call.ts'

interface Wanted {
  redirect?: string | undefined
  invite?: string | undefined
}

/** Sends the browser to another site, which sends it back to `/auth-redirect`. Does not return if it succeeds. */
export async function goToSite(provider: SiteId, { redirect, invite }: Wanted): Promise<void> {
  const body = { provider, ...(redirect ? { redirect } : {}), ...(invite ? { invite_code: invite } : {}) }
  const answer = await call(signInBySite, { body })
  if (!('url' in answer)) return
  location.assign(answer.url)
  await new Promise(() => {})
}
