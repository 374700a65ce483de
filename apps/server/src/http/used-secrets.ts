import { CLOCK_WINDOW_MS } from '@portico/contract/signature'
import { lte } from 'drizzle-orm'
import { batched } from '../db/batch.ts'
import type { Database } from '../db/client.ts'
import { fixed } from '../db/fixed-query.ts'
import type { Signature } from './signature-check.ts'
import { usedSecrets } from './used-secrets.table.ts'

/** Remembers the secret of a signed write; false: it was used before, in any process. */
export type UseSecret = (signature: Signature) => Promise<boolean>

const USE = `
  insert into used_secrets (secret, ends_at) select * from unnest($1::uuid[], $2::timestamptz[])
  on conflict do nothing returning secret`

type Use = { secret: string; endsAt: string }

/** Many requests share one statement. */
export function secretMemory({ db }: Database): UseSecret {
  const use = batched<Use, true>(async (uses) => {
    const ends = new Map(uses.map(({ secret, endsAt }) => [secret, endsAt]))
    // Sorted, so that two statements cannot deadlock.
    const secrets = [...ends.keys()].toSorted()
    const rows = await fixed<{ secret: string }>(db, 'secret-use', USE, [secrets, secrets.map((secret) => ends.get(secret))])
    const fresh = new Set(rows.map((row) => row.secret.replaceAll('-', '')))
    // Of several calls with the same secret, the first one counts.
    return new Map(uses.filter(({ secret }) => fresh.delete(secret)).map((each) => [each, true]))
  })
  return async ({ secret, timestamp }) => {
    const endsAt = new Date(Number(timestamp) + CLOCK_WINDOW_MS).toISOString()
    return (await use({ secret, endsAt })) ?? false
  }
}

export async function dropUnusableSecrets({ db }: Database, now: Date): Promise<void> {
  await db.delete(usedSecrets).where(lte(usedSecrets.endsAt, now))
}
