import { CLOCK_WINDOW_MS } from '@portico/contract/signature'
import { lte, sql } from 'drizzle-orm'
import { batched } from '../../db/batch.ts'
import type { Database } from '../../db/client.ts'
import { AT_FIRST_USE } from '../../db/hot-statements.ts'
import type { Signature } from './signature-check.ts'
import { usedSecrets } from './used-secrets.table.ts'

/** Remembers the secret of a signed write; false: it was used before, in any process. */
export type UseSecret = (signature: Signature) => Promise<boolean>

type Use = { secret: string; endsAt: Date }

/** Many requests share one statement. */
export function secretMemory({ db }: Database): UseSecret {
  const insert = db
    .insert(usedSecrets)
    .select(sql`select * from unnest(${sql.placeholder('secrets')}::uuid[], ${sql.placeholder('ends')}::timestamptz[])`)
    .onConflictDoNothing()
    .returning({ secret: usedSecrets.secret })
    .prepare(AT_FIRST_USE)
  const use = batched<Use, true>(async (uses) => {
    const ends = new Map(uses.map(({ secret, endsAt }) => [secret, endsAt]))
    // Sorted, so that two statements cannot deadlock.
    const secrets = [...ends.keys()].toSorted()
    const rows = await insert.execute({ secrets, ends: secrets.map((secret) => ends.get(secret)) })
    const fresh = new Set(rows.map((row) => row.secret.replaceAll('-', '')))
    // Of several calls with the same secret, the first one counts.
    return new Map(uses.filter(({ secret }) => fresh.delete(secret)).map((each) => [each, true]))
  })
  return async ({ secret, timestamp }) => {
    const endsAt = new Date(Number(timestamp) + CLOCK_WINDOW_MS)
    return (await use({ secret, endsAt })) ?? false
  }
}

export async function dropUnusableSecrets({ db }: Database, now: Date): Promise<void> {
  await db.delete(usedSecrets).where(lte(usedSecrets.endsAt, now))
}
