import type { TemplateKind } from '@portico/contract/templates-admin'
import type { Language } from '@portico/contract/translations'
import { and, desc, eq } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import type { Db } from '../db/client.ts'
import { type Page, type Paging, readPage } from '../db/page.ts'
import { foundRow } from '../errors.ts'
import { startingText } from './kinds.ts'
import { type TemplateRow, templateVersions } from './templates.table.ts'

export type TemplateEntry = Omit<TemplateRow, 'text' | 'id' | 'authorId'> & { author: string }

const entry = {
  format: templateVersions.format,
  version: templateVersions.version,
  note: templateVersions.note,
  state: templateVersions.state,
  rolloutPercent: templateVersions.rolloutPercent,
  createdAt: templateVersions.createdAt,
  author: accounts.label,
}

/** Versions, newest first, without texts. */
export async function listTemplates(db: Db, format: TemplateKind, paging: Paging): Promise<Page<TemplateEntry>> {
  return readPage(db, select(db).where(eq(templateVersions.format, format)), [desc(templateVersions.version)], paging)
}

export async function findTemplate(db: Db, format: TemplateKind, version: number): Promise<TemplateEntry> {
  return foundRow(await select(db).where(and(eq(templateVersions.format, format), eq(templateVersions.version, version))))
}

/** The versions that members get now. */
export function listLive(db: Db, format: TemplateKind): Promise<TemplateEntry[]> {
  return select(db)
    .where(and(eq(templateVersions.format, format), eq(templateVersions.state, 'active')))
    .orderBy(desc(templateVersions.rolloutPercent))
}

/** Text of a template's version; version 0 is the built-in layout, written as a template. Throws `not_found`. */
export async function templateText(db: Db, format: TemplateKind, version: number, language: Language): Promise<string> {
  if (version === 0) return startingText(format, language)
  const found = foundRow(
    await db
      .select({ text: templateVersions.text })
      .from(templateVersions)
      .where(and(eq(templateVersions.format, format), eq(templateVersions.version, version))),
  )
  return found.text
}

function select(db: Db) {
  return db.select(entry).from(templateVersions).innerJoin(accounts, eq(accounts.id, templateVersions.authorId)).$dynamic()
}
