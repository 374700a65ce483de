import type { Caller } from '../actor.ts'
import type { App } from '../app.ts'
import { AppError } from '../errors.ts'
import { connectSite } from '../identities/connect-site.ts'
import { takeToken } from '../one-time-tokens/one-time-tokens.ts'

/**
 * Links the account at another site to the caller's, who has signed in meanwhile. Throws `oauth.expired`, `oauth.other_account` for
 * anybody but the owner of the address, and `identity.taken`; the token then stays usable.
 */
export async function linkSite({ database, now }: App, by: Caller, token: string): Promise<void> {
  await database.transaction(async (tx) => {
    const taken = await takeToken(tx, 'site_link', token, now())
    if (!taken) throw new AppError('oauth.expired')
    if (taken.accountId !== by.accountId) throw new AppError('oauth.other_account')
    await connectSite(database, tx, by, taken.data, now())
  })
}
