import type { TemplateKind } from '@portico/contract/templates-admin'
import { and, desc, eq, ne, type SQL } from 'drizzle-orm'
import type { Actor } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Database, Tx } from '../db/client.ts'
import { AppError, foundRow } from '../errors.ts'
import { lockFormat, templateName } from './save-template.ts'
import { templateVersions } from './templates.table.ts'

type Rollout = { format: TemplateKind; version: number; percent: number }

/**
 * Gives a version to a percentage of members; the others keep the version for all. 100 makes it the version for all and retires the rest,
 * which is also how an older one comes back. 0 withdraws it. Version 0 is the built-in layout, always for all.
 */
export async function rollOutTemplate({ transaction }: Database, by: Actor, rollout: Rollout, now: Date): Promise<void> {
  await transaction(async (tx) => {
    await lockFormat(tx, rollout.format)
    const before = { live: await readLive(tx, rollout.format) }
    await changeLive(tx, rollout)
    const id = templateName(rollout.format, rollout.version)
    const after = { live: await readLive(tx, rollout.format) }
    await record(tx, by, { action: 'template.roll_out', entity: 'template', id, before, after }, now)
  })
}

async function changeLive(tx: Tx, { format, version, percent }: Rollout): Promise<void> {
  const isActive = and(eq(templateVersions.format, format), eq(templateVersions.state, 'active'))
  const retire = (which: SQL | undefined) => tx.update(templateVersions).set({ state: 'retired', rolloutPercent: 0 }).where(which)
  if (version === 0) {
    await retire(isActive)
    return
  }
  const isThis = and(eq(templateVersions.format, format), eq(templateVersions.version, version))
  const row = foundRow(await tx.select().from(templateVersions).where(isThis))
  const isForAll = row.state === 'active' && row.rolloutPercent === 100
  // The other members would have no version: roll out another one, or the built-in layout, instead.
  if (isForAll && percent > 0 && percent < 100) throw new AppError('template.for_all')
  if (percent === 0) {
    if (row.state === 'active') await retire(isThis)
    return
  }
  const others = and(isActive, ne(templateVersions.version, version))
  await retire(percent === 100 ? others : and(others, ne(templateVersions.rolloutPercent, 100)))
  await tx.update(templateVersions).set({ state: 'active', rolloutPercent: percent }).where(isThis)
}

async function readLive(tx: Tx, format: TemplateKind): Promise<{ version: number; percent: number }[]> {
  return tx
    .select({ version: templateVersions.version, percent: templateVersions.rolloutPercent })
    .from(templateVersions)
    .where(and(eq(templateVersions.format, format), eq(templateVersions.state, 'active')))
    .orderBy(desc(templateVersions.rolloutPercent))
}
