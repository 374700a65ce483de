import { createHash } from 'node:crypto'
import type { DocumentKind } from '@portico/contract/templates-admin'
import { and, asc, eq } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { startingText } from './kinds.ts'
import { templateVersions } from './templates.table.ts'

export type LiveDocument = { version: number; text: string }

/**
 * The version of a document that `who` gets; version 0 is the built-in one. A name always has the same share; null gets the version for
 * all.
 */
export async function liveDocument(db: Db, kind: DocumentKind, who: string | null): Promise<LiveDocument> {
  const { version, text, rolloutPercent } = templateVersions
  const rows = await db
    .select({ version, text, below: rolloutPercent })
    .from(templateVersions)
    .where(and(eq(templateVersions.format, kind), eq(templateVersions.state, 'active')))
    .orderBy(asc(rolloutPercent))
  const share = who === null ? 99 : shareOfName(who)
  const found = rows.find((row) => share < row.below)
  return found ? { version: found.version, text: found.text } : { version: 0, text: startingText(kind) }
}

/** A number from 0 to 99, always the same for a name and evenly spread over names. */
export function shareOfName(name: string): number {
  return Math.floor((createHash('sha256').update(name).digest().readUInt32BE(0) / 2 ** 32) * 100)
}
