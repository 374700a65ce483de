import { sql } from 'drizzle-orm'
import { storedSecrets } from './additions.ts'
import type { Database, Tx } from './db/client.ts'
import { isSealed, type Reseal } from './db/secret-box.ts'
import { resealServerSecrets } from './db/server-secrets.ts'
import { resealLinkSources } from './links/source-secret.ts'
import { resealMessages } from './messages/message-secrets.ts'
import { resealAuthenticators } from './factors/authenticator-secrets.ts'
import { resealMachines, resealNodes } from './nodes/node-secrets.ts'
import { resealRouting } from './nodes/old-panel/node-routing.ts'
import { resealMethods } from './payments/method-secrets.ts'
import { resealSettings } from './settings/setting-secrets.ts'

/** Every place where secrets are stored: secrets that are missing here stay readable in the database. */
async function reseal(tx: Tx, change: Reseal): Promise<void> {
  await resealServerSecrets(tx, change)
  await resealMethods(tx, change)
  await resealNodes(tx, change)
  await resealRouting(tx, change)
  await resealMachines(tx, change)
  await resealSettings(tx, change)
  await resealMessages(tx, change)
  await resealLinkSources(tx, change)
  await resealAuthenticators(tx, change)
  for (const reseal of storedSecrets.all) await reseal(tx, change)
}

/** Encrypts secrets that were stored before there was a key. May be called twice, and by several processes at once. */
export async function sealStored(database: Database): Promise<void> {
  const { secrets } = database
  if (secrets.hasKey) await resealAll(database, (place, stored) => (isSealed(stored) ? stored : secrets.seal(place, stored)))
}

/** Erases every encrypted secret, for an operator who has lost the key. */
export async function eraseSealed(database: Database): Promise<void> {
  await resealAll(database, (_, stored) => (isSealed(stored) ? null : stored))
}

function resealAll(database: Database, change: Reseal): Promise<void> {
  return database.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('portico.secrets'))`)
    await reseal(tx, change)
  })
}
