import { createHash } from 'node:crypto'
import type { Database } from '../db/client.ts'
import { dropOlder } from '../db/drop-older.ts'
import { usedProofs } from './used-proofs.table.ts'

/** Stores that a solution was used, until `endsAt`; false: it was used before, in any process. */
export async function spendProof({ db }: Database, solved: string, endsAt: Date): Promise<boolean> {
  const hash = createHash('sha256').update(solved).digest()
  const first = await db.insert(usedProofs).values({ hash, endsAt }).onConflictDoNothing().returning({ endsAt: usedProofs.endsAt })
  return first.length > 0
}

export function dropUsedProofs({ db }: Database, now: Date): Promise<void> {
  return dropOlder(db, usedProofs, usedProofs.endsAt, now)
}
