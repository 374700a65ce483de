import { desc, eq } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import type { Caller } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Database, Db, Tx } from '../db/client.ts'
import { foundRow } from '../errors.ts'
import { requireOpen } from '../members/change-access.ts'
import { type MemberNoteRow, memberNotes } from './member-notes.table.ts'

const LAST = 100

export type NoteWithAuthor = MemberNoteRow & { author: string }

/** The latest hundred, newest first. Throws `not_found` for an account that does not exist. */
export async function listNotes(db: Db, accountId: number): Promise<NoteWithAuthor[]> {
  foundRow(await db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)))
  const rows = await db
    .select({ note: memberNotes, author: accounts.label })
    .from(memberNotes)
    .innerJoin(accounts, eq(accounts.id, memberNotes.authorId))
    .where(eq(memberNotes.accountId, accountId))
    .orderBy(desc(memberNotes.at), desc(memberNotes.id))
    .limit(LAST)
  return rows.map(({ note, author }) => ({ ...note, author }))
}

/** Adds a note. Throws `not_found`, `account.closed`. */
export async function addNote({ transaction }: Database, by: Caller, accountId: number, text: string, now: Date): Promise<void> {
  await transaction(async (tx) => {
    await requireOpen(tx, accountId)
    await tx.insert(memberNotes).values({ accountId, authorId: by.accountId, text, at: now })
    await record(tx, by, { action: 'member.add_note', entity: 'member', beneficiary: null, id: accountId, after: { text } }, now)
  })
}

/** Removes a note. Throws `not_found`, also if somebody just removed it. */
export async function removeNote({ transaction }: Database, by: Caller, id: number, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const note = foundRow(await tx.delete(memberNotes).where(eq(memberNotes.id, id)).returning())
    const { accountId, text } = note
    await record(tx, by, { action: 'member.remove_note', entity: 'member', beneficiary: null, id: accountId, before: { text } }, now)
  })
}

/** Deletes the notes about a member whose account closes. */
export async function forgetNotes(tx: Tx, accountId: number): Promise<void> {
  await tx.delete(memberNotes).where(eq(memberNotes.accountId, accountId))
}
