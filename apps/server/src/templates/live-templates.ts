import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { LINK_KINDS, type ReadTemplate, readTemplate } from '../formats/templates/link-template.ts'
import { templateVersions } from './templates.table.ts'

/** A version that members get; `below`: those whose share is lower. */
export type LiveTemplate = { key: string; below: number; template: ReadTemplate }
/** By format, the version on its way before the one for all. */
export type LiveTemplates = ReadonlyMap<string, readonly LiveTemplate[]>

/**
 * Reads the versions that are active. A text never changes, so one that `known` has is not read again; one that cannot be
 * read any more is told to `onFault` and left out.
 */
export async function liveTemplates(db: Db, known: LiveTemplates, onFault: (error: unknown) => void): Promise<LiveTemplates> {
  const { format, version, text, rolloutPercent } = templateVersions
  const rows = await db
    .select({ format, version, text, rolloutPercent })
    .from(templateVersions)
    .where(and(eq(templateVersions.state, 'active'), inArray(format, [...LINK_KINDS])))
    .orderBy(asc(rolloutPercent))
  const live = new Map<string, LiveTemplate[]>()
  for (const row of rows) {
    const key = `v${row.version}`
    const kind = LINK_KINDS.find((one) => one === row.format)
    if (!kind) continue
    try {
      const template = known.get(kind)?.find((one) => one.key === key)?.template ?? readTemplate(kind, row.text)
      live.set(row.format, [...(live.get(row.format) ?? []), { key, below: row.rolloutPercent, template }])
    } catch (error) {
      onFault(error)
    }
  }
  return live
}

/** The version a member gets, null for the built-in layout. Whoever has it at some percent has it at any higher. */
export function chooseTemplate(live: readonly LiveTemplate[] | undefined, accountId: number): LiveTemplate | null {
  if (!live) return null
  const share = shareOf(accountId)
  for (const one of live) if (share < one.below) return one
  return null
}

/** A number from 0 to 99 that is always the same for an account and spread evenly over accounts. */
export function shareOf(accountId: number): number {
  // Neighbouring ids must not be neighbours here: the multiplicative hash by the golden ratio, its high bits.
  return Math.floor(((Math.imul(accountId, 0x9e3779b1) >>> 0) / 2 ** 32) * 100)
}
