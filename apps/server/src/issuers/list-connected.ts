import { and, eq, notInArray } from 'drizzle-orm'
import type { SiteId } from '@portico/contract/sign-in-sites'
import type { App } from '../app.ts'
import { identities } from '../identities/identities.table.ts'
import { hostOf, siteByIssuer } from './sites.ts'

export type Connected = { id: number; site: SiteId | null; siteName: string; label: string; connectedAt: Date }

/** The other sites an account signs in with, the first connected first. */
export async function listConnected(app: App, accountId: number): Promise<Connected[]> {
  const rows = await app.database.db
    .select()
    .from(identities)
    .where(and(eq(identities.accountId, accountId), notInArray(identities.provider, ['email', 'phone'])))
    .orderBy(identities.id)
  return rows.map(({ id, provider, label, createdAt }) => {
    const site = siteByIssuer(app, provider)
    return { id, site: site?.id ?? null, siteName: site?.label ?? hostOf(provider), label, connectedAt: createdAt }
  })
}
