import { and, asc, eq, inArray, like } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { LINK_KINDS, type ReadTemplate, readTemplate, templateFaults } from '../formats/templates/link-template.ts'
import { templateVersions } from './templates.table.ts'

/** A version that members get whose share is lower than `below`. */
export type LiveTemplate = { key: string; below: number; template: ReadTemplate }
/** Active versions by format; one being rolled out precedes the one for all. */
export type LiveTemplates = ReadonlyMap<string, readonly LiveTemplate[]>

/**
 * Reads the active versions. A text never changes, so those in `known` are not read again. One that can no longer be read goes to `onFault`
 * and is left out.
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

/** Formats of active versions that are skipped, because the member's link stands where a newer rule forbids it. */
export async function unsafeTemplates(db: Db): Promise<string[]> {
  const { format, state, text } = templateVersions
  const rows = await db
    .select({ format, text })
    .from(templateVersions)
    .where(and(eq(state, 'active'), inArray(format, [...LINK_KINDS]), like(text, '%subscribe_url%')))
    .orderBy(asc(format))
  return rows
    .filter((row) => LINK_KINDS.some((kind) => kind === row.format && templateFaults(kind, row.text).length > 0))
    .map((row) => row.format)
}

/** The version a member gets; null: the built-in layout. Members who have it at some percent have it at any higher. */
export function chooseTemplate(live: readonly LiveTemplate[] | undefined, accountId: number): LiveTemplate | null {
  if (!live) return null
  const share = shareOf(accountId)
  for (const one of live) if (share < one.below) return one
  return null
}

/** A number from 0 to 99, always the same for an account and evenly spread over accounts. */
export function shareOf(accountId: number): number {
  // Neighbouring ids must not stay neighbours: high bits of the multiplicative hash by the golden ratio.
  return Math.floor(((Math.imul(accountId, 0x9e3779b1) >>> 0) / 2 ** 32) * 100)
}
