import type { TemplateKind } from '@portico/contract/templates-admin'
import { and, eq, ne, type SQL } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { lockFormat } from './save-template.ts'
import { templateVersions } from './templates.table.ts'

/**
 * Gives a version to so many percent of members; the others keep the one for all. 100 makes it the one for all and retires
 * the rest, which is also how an older one comes back. 0 takes it back. Version 0 is the built-in layout, for all at once.
 */
export async function rollOutTemplate(
  tx: Tx,
  { format, version, percent }: { format: TemplateKind; version: number; percent: number },
): Promise<void> {
  await lockFormat(tx, format)
  const isActive = and(eq(templateVersions.format, format), eq(templateVersions.state, 'active'))
  const retire = (which: SQL | undefined) => tx.update(templateVersions).set({ state: 'retired', rolloutPercent: 0 }).where(which)
  if (version === 0) {
    await retire(isActive)
    return
  }
  const isThis = and(eq(templateVersions.format, format), eq(templateVersions.version, version))
  const [row] = await tx.select().from(templateVersions).where(isThis)
  if (!row) throw new AppError('not_found')
  const isForAll = row.state === 'active' && row.rolloutPercent === 100
  // The others would have nothing to keep: another version, or the built-in layout, takes its place instead.
  if (isForAll && percent > 0 && percent < 100) throw new AppError('template.for_all')
  if (percent === 0) {
    if (row.state === 'active') await retire(isThis)
    return
  }
  const others = and(isActive, ne(templateVersions.version, version))
  await retire(percent === 100 ? others : and(others, ne(templateVersions.rolloutPercent, 100)))
  await tx.update(templateVersions).set({ state: 'active', rolloutPercent: percent }).where(isThis)
}
