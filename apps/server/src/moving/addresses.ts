import type { MovingAddress } from '@portico/contract/moving-admin'
import { eq } from 'drizzle-orm'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { record } from '../audit/record.ts'
import { linkOrigin, siteOrigin } from '../settings/settings.ts'
import { askAddress } from './ask-address.ts'
import { movingAddresses } from './moving.table.ts'

/** The site's own addresses, then those that the old panel had. */
export async function listAddresses({ settings, config, database: { db } }: App): Promise<MovingAddress[]> {
  const rows = await db.select().from(movingAddresses).orderBy(movingAddresses.origin)
  const found = new Map(rows.map((row) => [row.origin, row]))
  const [site, links] = [siteOrigin(settings(), config), linkOrigin(settings(), config)]
  const own = [{ origin: site, of: 'site' as const }, ...(links === site ? [] : [{ origin: links, of: 'links' as const }])]
  const added = rows.filter((row) => row.added && own.every(({ origin }) => origin !== row.origin))
  return [...own, ...added.map(({ origin }) => ({ origin, of: 'added' as const }))].map((address) => ({
    ...address,
    finding: found.get(address.origin)?.finding ?? null,
    asked_at: found.get(address.origin)?.askedAt?.toISOString() ?? null,
  }))
}

/** Replaces the addresses that the old panel had. */
export async function setAddresses(app: App, by: Actor, origins: string[]): Promise<void> {
  const now = app.now()
  const after = [...new Set(origins)].toSorted()
  await app.database.transaction(async (tx) => {
    const added = eq(movingAddresses.added, true)
    const before = await tx.delete(movingAddresses).where(added).returning()
    if (after.length > 0) {
      const rows = after.map((origin) => ({ origin, added: true }))
      await tx
        .insert(movingAddresses)
        .values(rows)
        .onConflictDoUpdate({ target: movingAddresses.origin, set: { added: true } })
    }
    const change = { before: { origins: before.map(({ origin }) => origin).toSorted() }, after: { origins: after } }
    await record(tx, by, { action: 'moving_address.set', entity: 'moving_address', ...change }, now)
  })
}

/** Asks all addresses at once where they lead, and keeps what they say. */
export async function askAddresses(app: App): Promise<void> {
  const { db } = app.database
  const addresses = await listAddresses(app)
  const answers = await Promise.all(addresses.map(async (one) => ({ ...one, finding: await askAddress(app.database, one.origin) })))
  const askedAt = app.now()
  for (const { origin, of, finding } of answers) {
    const row = { origin, added: of === 'added', finding, askedAt }
    const set = { finding, askedAt }
    await db.insert(movingAddresses).values(row).onConflictDoUpdate({ target: movingAddresses.origin, set })
  }
}
