import type { App } from '../app.ts'
import type { OldAddress } from '../links/link-paths.ts'
import { readSigned } from '../links/signed-token.ts'
import { type FeedMember, feedMembers, type LinkMember, linkMembers, UNREACHABLE } from './feed-members.ts'
import type { Link } from './read-link.ts'

/** Whose link was asked for. `old`: it is one of another panel. */
export type FoundMember = { member: FeedMember; old: { linkId: number; format: OldAddress['format'] } | null }
type Outcome = FoundMember | typeof UNREACHABLE | undefined

/**
 * Finds members by the site's own links and by those of other panels. A link as it was written goes before one that is mended: the own
 * one first if it is that, else the other panels'.
 */
export function findMembers(app: Pick<App, 'database' | 'now'>): (link: Pick<Link, 'token' | 'sent' | 'old'>) => Promise<Outcome> {
  const [byToken, byLink] = [feedMembers(app), linkMembers(app)]

  async function own(token: string | null): Promise<Outcome> {
    const member = token === null ? undefined : await byToken(token)
    return member && member !== UNREACHABLE ? { member, old: null } : member
  }

  /** Looks up before it judges, so that a refusal takes the same time whatever is wrong. */
  async function oldOne(address: OldAddress): Promise<Outcome> {
    const { source, token, format, path } = address
    const signed = source.kind === 'token' ? null : readSigned(source.kind, source.secret ?? '', token)
    const member = await byLink(`${source.id} ${signed?.subject ?? token}`)
    if (!member || member === UNREACHABLE) return member
    if (source.endsAt !== null && source.endsAt <= app.now().getTime()) return undefined
    if (source.kind !== 'token' && !(signed?.isSigned && source.secret !== null && isFrom(signed.madeAt, member))) return undefined
    return { member: { ...member, path }, old: { linkId: member.linkId, format } }
  }

  return async ({ token, sent, old }) => {
    if (old.length === 0) return own(token)
    const olds = (): Promise<Outcome[]> => Promise.all(old.map(oldOne))
    const first = token === sent ? [await own(token)] : await olds()
    const hit = first.find(isFound)
    if (hit) return hit
    const all = [...first, ...(token === sent ? await olds() : [await own(token)])]
    return all.find(isFound) ?? all.find((one) => one === UNREACHABLE)
  }
}

const isFound = (outcome: Outcome): outcome is FoundMember => typeof outcome === 'object'

/** A token names whole seconds, rounded up. */
const isFrom = (madeAt: number, { validFrom }: LinkMember): boolean => validFrom === null || madeAt * 1000 >= validFrom
