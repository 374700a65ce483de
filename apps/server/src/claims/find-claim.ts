import { claimsSince, readClaim } from '../accounts/claims.ts'
import type { App } from '../app.ts'
import { AppError } from '../errors.ts'
import { type FeedMember, UNREACHABLE } from '../feeds/feed-members.ts'
import { findMembers } from '../feeds/find-member.ts'
import { readLink } from '../feeds/read-link.ts'
import { guess } from '../guess.ts'
import type { Origin } from '../http/origin.ts'

/** Finds the account that a link names, if it may be claimed. */
export type FindClaim = (link: string, origin: Origin) => Promise<FeedMember>

/**
 * Reads links as a fetch does, and counts unknown ones with the unknown fetches of a network. Throws `claim.unknown`, `claim.done` where
 * somebody has claimed the account, and `claim.closed` where nobody may.
 */
export function findClaims(app: App): FindClaim {
  const find = findMembers(app)
  const { database, limits, now, settings } = app
  return (link, { network }) =>
    guess([[limits.unknownLink, network]], 'claim.unknown', async () => {
      const url = URL.parse(link)
      const read = readLink(url ? url.pathname + url.search : link, app.readOld)
      const found = read && !read.isPac ? await find(read) : undefined
      if (found === UNREACHABLE) throw new AppError('server.busy')
      if (!found) throw new AppError('claim.unknown', { fields: { link: 'claim.unknown' } })
      const claim = await readClaim(database.db, found.member.accountId, claimsSince(settings(), now()))
      if (!claim?.open) throw refusalOf(claim?.claimedAt != null)
      return found.member
    })
}

export function refusalOf(isClaimed: boolean): AppError {
  const code = isClaimed ? 'claim.done' : 'claim.closed'
  return new AppError(code, { fields: { link: code } })
}
