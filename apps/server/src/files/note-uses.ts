import { and, asc, eq, inArray, notInArray } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { files, fileUses } from './files.table.ts'

/** What uses files: noun, id, and title for staff. */
export type Using = { noun: string; id: number; title?: string }

/**
 * Stores which files a text uses: they cannot be deleted, dropped ones can. Call it in the transaction that stores the text, with '' when
 * deleting it. May be repeated. Returns keys of files that do not exist.
 */
export async function noteUses(tx: Tx, { noun, id, title = '' }: Using, html: string): Promise<string[]> {
  const keys = [...new Set([...html.matchAll(/\/files\/([0-9a-f]{32})(?![0-9a-f])/g)].flatMap(([, key]) => key ?? []))]
  // Locked in order, so that a file is either deleted first or cannot be deleted any more.
  const found =
    keys.length === 0
      ? []
      : await tx
          .select({ id: files.id, key: files.key })
          .from(files)
          .where(and(inArray(files.key, keys), eq(files.purpose, 'material')))
          .orderBy(asc(files.id))
          .for('key share')
  const ids = found.map((file) => file.id)
  const own = and(eq(fileUses.noun, noun), eq(fileUses.entityId, id))
  await tx.delete(fileUses).where(ids.length > 0 ? and(own, notInArray(fileUses.fileId, ids)) : own)
  if (ids.length > 0) {
    const rows = ids.map((fileId) => ({ fileId, noun, entityId: id, title }))
    await tx
      .insert(fileUses)
      .values(rows)
      .onConflictDoUpdate({ target: [fileUses.fileId, fileUses.noun, fileUses.entityId], set: { title } })
  }
  const known = new Set(found.map((file) => file.key))
  return keys.filter((key) => !known.has(key))
}
