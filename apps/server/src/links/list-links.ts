import { desc, eq } from 'drizzle-orm'
import type { OldLink } from '@portico/contract/links'
import type { Db } from '../db/client.ts'
import { shownAddress } from './link-paths.ts'
import { type LinkRow, links, type LinkSourceRow, linkSources } from './links.table.ts'

const LAST = 100

export type LinkOfPanel = LinkRow & { source: LinkSourceRow }

/** The latest hundred links of an account from other panels, revoked ones included, newest first. */
export async function listLinks(db: Db, accountId: number): Promise<LinkOfPanel[]> {
  const rows = await db
    .select({ link: links, source: linkSources })
    .from(links)
    .innerJoin(linkSources, eq(linkSources.id, links.sourceId))
    .where(eq(links.accountId, accountId))
    .orderBy(desc(links.id))
    .limit(LAST)
  return rows.map(({ link, source }) => ({ ...link, source }))
}

/** Where a link is, for its member and for staff who may see it. */
export function addressOf({ source, token }: LinkOfPanel): OldLink['address'] {
  return shownAddress(source.paths, token)
}
