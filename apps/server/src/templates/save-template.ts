import type { TemplateKind } from '@portico/contract/templates-admin'
import { eq, max, sql } from 'drizzle-orm'
import type { Caller } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Database, Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { textFaults } from './kinds.ts'
import { templateVersions } from './templates.table.ts'

/** Saves a text as the next version of its kind, a draft. Throws `template.invalid` with its faults. Returns the version number. */
export async function saveTemplate(
  { transaction }: Database,
  by: Caller,
  { format, text, note }: { format: TemplateKind; text: string; note: string },
  now: Date,
): Promise<number> {
  const faults = textFaults(format, text)
  if (faults.length > 0) throw new AppError('template.invalid', { details: { faults } })
  return transaction(async (tx) => {
    await lockFormat(tx, format)
    const [last] = await tx
      .select({ version: max(templateVersions.version) })
      .from(templateVersions)
      .where(eq(templateVersions.format, format))
    const version = (last?.version ?? 0) + 1
    await tx.insert(templateVersions).values({ format, version, text, note, authorId: by.accountId, createdAt: now })
    // Without the text: it is stored with its version and never changes.
    const saved = { after: { format, version, state: 'draft' }, reason: note || null }
    await record(tx, by, { action: 'template.save', entity: 'template', id: templateName(format, version), ...saved }, now)
    return version
  })
}

/** The name of a version in the audit log. */
export function templateName(format: TemplateKind, version: number): string {
  return `${format} ${version}`
}

/** Blocks other changes to a format's versions until the transaction ends. */
export async function lockFormat(tx: Tx, format: TemplateKind): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`template ${format}`}, 0))`)
}
