import { asc, eq } from 'drizzle-orm'
import type { Db, Tx } from '../db/client.ts'
import type { Reseal, SecretBox } from '../db/secret-box.ts'
import type { LinkSource } from './link-paths.ts'
import { linkSources } from './links.table.ts'

export const sourcePlace = (id: number): string => `link_sources/${id}/secret`

/** The panels whose links are served, with readable secrets: never send them. */
export async function readSources(db: Db, secrets: SecretBox): Promise<LinkSource[]> {
  const rows = await db.select().from(linkSources).orderBy(asc(linkSources.id))
  return rows.map(({ id, kind, paths, secret, endsAt }) => ({
    id,
    kind,
    paths,
    secret: secret === null ? null : secrets.open(sourcePlace(id), secret),
    endsAt: endsAt?.getTime() ?? null,
  }))
}

export async function resealLinkSources(tx: Tx, reseal: Reseal): Promise<void> {
  const rows = await tx.select().from(linkSources).orderBy(asc(linkSources.id)).for('update')
  for (const { id, secret } of rows) {
    if (secret === null) continue
    const next = reseal(sourcePlace(id), secret)
    if (next !== secret) await tx.update(linkSources).set({ secret: next }).where(eq(linkSources.id, id))
  }
}
