import type { TemplateFormat } from '@portico/contract/templates-admin'
import { eq, max, sql } from 'drizzle-orm'
import type { Db, Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { templateFaults } from '../subscriptions/render/templated.ts'
import { templateVersions } from './templates.table.ts'

/** Keeps a text as the next version of its format, a draft. Refused with its faults as details. Answers with its number. */
export async function saveTemplate(
  tx: Tx,
  by: { accountId: number },
  { format, text, note }: { format: TemplateFormat; text: string; note: string },
  now: Date,
): Promise<number> {
  const faults = templateFaults(format, text)
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
export async function lockFormat(tx: Db, format: TemplateFormat): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`template ${format}`}, 0))`)
}
