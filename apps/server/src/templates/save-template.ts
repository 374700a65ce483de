import type { TemplateKind } from '@portico/contract/templates-admin'
import { eq, max, sql } from 'drizzle-orm'
import type { Db, Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { textFaults } from './kinds.ts'
import { templateVersions } from './templates.table.ts'

/** Keeps a text as the next version of its kind, a draft. Refused with its faults as details. Answers with its number. */
export async function saveTemplate(
  tx: Tx,
  by: { accountId: number },
  { format, text, note }: { format: TemplateKind; text: string; note: string },
  now: Date,
): Promise<number> {
  const faults = textFaults(format, text)
  if (faults.length > 0) throw new AppError('template.invalid', { details: { faults } })
  await lockFormat(tx, format)
  const [last] = await tx
    .select({ version: max(templateVersions.version) })
    .from(templateVersions)
    .where(eq(templateVersions.format, format))
  const version = (last?.version ?? 0) + 1
  await tx.insert(templateVersions).values({ format, version, text, note, authorId: by.accountId, createdAt: now })
  return version
}

/** One change at a time to a format's versions, until the transaction ends. */
export async function lockFormat(tx: Db, format: TemplateKind): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`template ${format}`}, 0))`)
}
