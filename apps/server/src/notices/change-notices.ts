import { type NoticeInput, type NoticeMove, noticeMoves } from '@portico/contract/notices-admin'
import { eq, sql } from 'drizzle-orm'
import type { Actor } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Database, Tx } from '../db/client.ts'
import { writtenRow } from '../db/written-row.ts'
import { AppError, foundRow } from '../errors.ts'
import { noteUses } from '../files/note-uses.ts'
import { checkAudience, columnsOf, holdAddressee, isSameAudience, recorded } from './notice-content.ts'
import { statusOf } from './notice-status.ts'
import { noticeReads, type NoticeRow, notices } from './notices.table.ts'

/** Creates a draft, which no member sees. */
export function createNotice({ transaction }: Database, by: Actor, input: NoticeInput, now: Date): Promise<NoticeRow> {
  return transaction((tx) => insert(tx, by, columnsOf(input), now))
}

/** Starts a draft with the texts and the audience of another notice. */
export function copyNotice({ transaction }: Database, by: Actor, id: number, now: Date): Promise<NoticeRow> {
  return transaction(async (tx) => {
    const { placement, title, body, translations, audience, audienceIds, audienceDays } = foundRow(
      await tx.select().from(notices).where(eq(notices.id, id)),
    )
    return insert(tx, by, { placement, title, body, translations, audience, audienceIds, audienceDays }, now)
  })
}

type Change = { version: number; notice: NoticeInput; showAgain: boolean }

/**
 * Changes a notice for its readers at once. Throws `notice.changed` for an old version, and `notice.audience_fixed` for another audience
 * once somebody saw it, because they keep it and would read what is meant for others.
 */
export function saveNotice({ transaction }: Database, by: Actor, id: number, change: Change, now: Date): Promise<NoticeRow> {
  return transaction(async (tx) => {
    const columns = columnsOf(change.notice)
    if (columns.audience === 'member') await holdAddressee(tx, columns.audienceIds)
    const before = await lock(tx, id, change.version)
    if (!isSameAudience(before, columns)) await checkNewAudience(tx, id, columns)
    const startsAt = columns.startsAt ?? (before.publishedAt && (before.startsAt ?? now))
    if (startsAt && columns.endsAt && columns.endsAt <= startsAt) throw new AppError('notice.over', { fields: { ends_at: 'notice.over' } })
    const edition = change.showAgain ? before.edition + 1 : before.edition
    const after = await update(tx, before, { ...columns, startsAt, edition }, now)
    await record(tx, by, { action: 'notice.update', entity: 'notice', id, before: recorded(before), after: recorded(after) }, now)
    await tellFiles(tx, after)
    return after
  })
}

type Move = Exclude<NoticeMove, 'delete'>

/**
 * Publishes, ends or archives a notice. Throws `notice.changed` for an old version, `notice.not_allowed` in its status, `notice.over` after
 * its end.
 */
export function moveNotice(
  { transaction }: Database,
  by: Actor,
  id: number,
  asked: { version: number; to: Move },
  now: Date,
): Promise<NoticeRow> {
  return transaction(async (tx) => {
    if (asked.to === 'publish') await holdAddresseeOf(tx, id)
    const before = await lock(tx, id, asked.version)
    if (!noticeMoves[statusOf(before, now)].includes(asked.to)) throw new AppError('notice.not_allowed')
    if (asked.to === 'publish') await checkPublishable(tx, before, now)
    const after = await update(tx, before, moved(before, asked.to, now), now)
    await record(tx, by, { action: `notice.${asked.to}`, entity: 'notice', id, before: recorded(before), after: recorded(after) }, now)
    return after
  })
}

/** Deletes a notice. Throws `notice.not_allowed` if it was published. */
export async function deleteNotice({ transaction }: Database, by: Actor, id: number, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const before = await lock(tx, id)
    if (statusOf(before, now) !== 'draft' || (await wasSeen(tx, id))) throw new AppError('notice.not_allowed')
    await noteUses(tx, { noun: 'notice', id }, '')
    await tx.delete(notices).where(eq(notices.id, id))
    await record(tx, by, { action: 'notice.delete', entity: 'notice', id, before: recorded(before) }, now)
  })
}

function moved({ startsAt }: NoticeRow, to: Move, now: Date): Partial<NoticeRow> {
  const moves: Record<Move, Partial<NoticeRow>> = {
    // A start that has passed would place the notice below what members have read since.
    publish: { publishedAt: now, archivedAt: null, startsAt: startsAt !== null && startsAt > now ? startsAt : now },
    unpublish: { publishedAt: null },
    // An end comes after the start, even for a notice that began this very moment.
    end: { endsAt: now, startsAt: startsAt !== null && startsAt < now ? startsAt : new Date(now.getTime() - 1) },
    archive: { archivedAt: now },
  }
  return moves[to]
}

async function checkPublishable(tx: Tx, notice: NoticeRow, now: Date): Promise<void> {
  if (notice.endsAt !== null && notice.endsAt <= now) throw new AppError('notice.over')
  await checkAudience(tx, notice)
}

type NewNotice = Omit<typeof notices.$inferInsert, 'createdAt' | 'updatedAt'>

async function insert(tx: Tx, by: Actor, values: NewNotice, now: Date): Promise<NoticeRow> {
  const after = writtenRow(
    await tx
      .insert(notices)
      .values({ ...values, createdAt: now, updatedAt: now })
      .returning(),
  )
  await checkAudience(tx, after)
  await record(tx, by, { action: 'notice.create', entity: 'notice', id: after.id, after: recorded(after) }, now)
  await tellFiles(tx, after)
  return after
}

async function update(tx: Tx, { id, version }: NoticeRow, values: Partial<NewNotice>, now: Date): Promise<NoticeRow> {
  const changed = { ...values, version: version + 1, updatedAt: now }
  const after = writtenRow(await tx.update(notices).set(changed).where(eq(notices.id, id)).returning())
  await announceNotices(tx)
  return after
}

/** Tells every process that members may be shown something else now. */
export async function announceNotices(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_notify('portico_changed', 'notices')`)
}

async function holdAddresseeOf(tx: Tx, id: number): Promise<void> {
  const [row] = await tx.select().from(notices).where(eq(notices.id, id))
  if (row?.audience === 'member') await holdAddressee(tx, row.audienceIds)
}

async function lock(tx: Tx, id: number, version?: number): Promise<NoticeRow> {
  const found = foundRow(await tx.select().from(notices).where(eq(notices.id, id)).for('update'))
  if (version !== undefined && found.version !== version) throw new AppError('notice.changed')
  return found
}

async function checkNewAudience(tx: Tx, id: number, columns: Pick<NoticeRow, 'audience' | 'audienceIds'>): Promise<void> {
  if (await wasSeen(tx, id)) throw new AppError('notice.audience_fixed', { fields: { audience: 'notice.audience_fixed' } })
  await checkAudience(tx, columns)
}

/** Whether a member saw the notice. Call it under the notice's lock, which stops others from marking it. */
async function wasSeen(tx: Tx, id: number): Promise<boolean> {
  return (await tx.$count(noticeReads, eq(noticeReads.noticeId, id))) > 0
}

async function tellFiles(tx: Tx, { id, title, body, translations }: NoticeRow): Promise<void> {
  const texts = [body, translations.en?.body ?? '', translations['zh-CN']?.body ?? '']
  await noteUses(tx, { noun: 'notice', id, title }, texts.join(' '))
}
