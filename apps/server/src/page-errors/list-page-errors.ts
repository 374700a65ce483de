import { desc } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { type Page, type Paging, readPage } from '../db/page.ts'
import { type PageErrorRow, pageErrors } from './page-errors.table.ts'

/** A page of errors, those seen last first. */
export function listPageErrors(db: Db, paging: Paging): Promise<Page<PageErrorRow>> {
  return readPage(db, db.select().from(pageErrors).$dynamic(), [desc(pageErrors.lastAt), desc(pageErrors.id)], paging)
}
