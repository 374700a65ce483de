import { setTimeout as pause } from 'node:timers/promises'
import { isReminder, type ReminderTemplate } from '@portico/contract/message-placeholders'
import type { MessageChannel } from '@portico/contract/messages-admin'
import { and, eq, sql } from 'drizzle-orm'
import { allDone } from '../db/all-done.ts'
import type { Db } from '../db/client.ts'
import { untilBack } from '../db/pool/away.ts'
import { inTime } from '../jobs/in-time.ts'
import { TURN_MS } from '../jobs/job.ts'
import { enqueue } from '../jobs/queue.ts'
import { type AccountAt, deliverMessage, type Outcome } from './deliver-message.ts'
import { noteBounce } from './mail/note-bounce.ts'
import type { Post } from './post.ts'
import { messagePlace } from './message-secrets.ts'
import { type MessageRow, messages } from './messages.table.ts'
import { asNotSent, type NotSent, safeAnswer } from './not-sent.ts'
import { sendJob } from './send-message.ts'

/** Milliseconds after which a run ends for other jobs, and failures after which it leaves the channel. */
const MOST_FAILURES = 3
const PATIENCE_MS = 60_000
/** Longer than any sending takes: after it, the process that took the message must be dead. */
const LEASE_MS = 2 * 60_000
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [30_000, 3_600_000]

/** Mails of bulk at a time, and the pause of each between two: a hundred a second at most, so that a process serves others as before. */
const [SENDERS, PAUSE_MS] = [5, 50]

type Work = {
  /** Only what one cause brings to many, or only the rest. */
  bulk: boolean
  accountAt: AccountAt
  /** Asked before each try of a reminder: true: send it; `later`: wait until then; else why it is dropped. */
  stillWanted: (reminder: Reminder) => Promise<true | { later: Date } | 'ended' | 'unwanted'>
  onFailure: (messageId: number, failure: NotSent) => void
}
export type Reminder = { eventId: number; accountId: number; template: ReminderTemplate }

/**
 * Sends what is due on one channel: one message at a time, of bulk a few. Any number of processes may run it: one of them takes each message.
 * Failures are retried with growing pauses until the message expires. A process that dies between sending and recording repeats what it was
 * sending.
 */
export async function sendDue(post: Post, channel: MessageChannel, work: Work): Promise<void> {
  const run = { failures: 0, until: performance.now() + TURN_MS }
  const senders = Array.from({ length: work.bulk ? SENDERS : 1 }, () => sendOn(post, channel, work, run))
  const areDone = await allDone(senders)
  if (areDone.includes(false)) await post.database.transaction((tx) => enqueue(tx, sendJob(channel, work.bulk), {}, keyOf(channel, work)))
}

/** Of bulk, one waiting job is enough: it has senders of its own. */
const keyOf = (channel: MessageChannel, { bulk }: Work) => (bulk ? { key: sendJob(channel, true) } : {})

/** Sends one message after the other. Returns false if its time was over first. */
async function sendOn(post: Post, channel: MessageChannel, work: Work, run: { failures: number; until: number }): Promise<boolean> {
  const { database, now } = post
  while (run.failures < MOST_FAILURES) {
    const taken = await takeNext(database.db, { channel, bulk: work.bulk, now: now() })
    if (!taken) return true
    if (taken.expiresAt <= now()) {
      await end(database.db, taken, { status: 'failed', fault: taken.fault ?? 'expired' })
      continue
    }
    const failure = (await holdBack(database.db, work, taken)) ? null : await attempt(post, work.accountAt, taken)
    if (failure) {
      work.onFailure(taken.id, failure)
      if (!failure.isFinal) run.failures++
    }
    if (performance.now() > run.until) return false
    if (work.bulk) await pause(PAUSE_MS)
  }
  return true
}

/** Takes the message that has waited longest. No other process gets it until the lease ends. */
async function takeNext(
  db: Db,
  { channel, bulk, now }: { channel: MessageChannel; bulk: boolean; now: Date },
): Promise<MessageRow | undefined> {
  const next = sql`(
    select id from ${messages} where channel = ${channel} and bulk = ${bulk} and status = 'queued' and next_try_at <= ${now}
    order by next_try_at, id limit 1 for update skip locked)`
  const [taken] = await db
    .update(messages)
    .set({ tries: sql`${messages.tries} + 1`, nextTryAt: new Date(now.getTime() + LEASE_MS) })
    .where(and(eq(messages.id, next), eq(messages.status, 'queued')))
    .returning()
  return taken
}

/** Whether it is a reminder that must not be sent, or not now. */
async function holdBack(db: Db, { stillWanted }: Work, taken: MessageRow): Promise<boolean> {
  const { eventId, accountId, template } = taken
  if (eventId === null || accountId === null || !isReminder(template)) return false
  const wanted = await stillWanted({ eventId, accountId, template })
  if (wanted === true) return false
  if (typeof wanted === 'string') await end(db, taken, { status: 'skipped', fault: wanted, error: null })
  else await update(db, taken, { nextTryAt: wanted.later })
  return true
}

/** Tries to send a message and records the result. Returns the failure, or null. */
async function attempt(post: Post, accountAt: AccountAt, taken: MessageRow): Promise<NotSent | null> {
  const { db, secrets } = post.database
  let secret: string | null = null
  let outcome: Outcome
  try {
    secret = taken.secret === null ? null : secrets.open(messagePlace(taken.id), taken.secret)
    outcome = await inTime(deliverMessage(post, accountAt, { ...taken, secret }), PATIENCE_MS)
  } catch (error) {
    const failure = asNotSent(error)
    const why = { fault: failure.fault, error: safeAnswer(failure.message, post.settings(), secret) }
    const wait = Math.min(FIRST_PAUSE_MS * 2 ** (taken.tries - 1), LONGEST_PAUSE_MS)
    const nextTryAt = new Date(post.now().getTime() + wait)
    if (failure.isFinal || nextTryAt >= taken.expiresAt) {
      await end(db, taken, { status: 'failed', ...why })
      if (failure.fault === 'bad_address' && taken.channel === 'email') await noteBounce(db, taken.recipient, why.error ?? '', post.now())
    } else await update(db, taken, { nextTryAt, ...why })
    return failure
  }
  await end(db, taken, ended(outcome, post.now()))
  return null
}

type Change = Partial<Pick<MessageRow, 'status' | 'fault' | 'error' | 'sentAt' | 'template' | 'nextTryAt' | 'secret'>>

function ended(outcome: Outcome, now: Date): Change {
  return outcome.status === 'sent' ? { ...outcome, sentAt: now, fault: null, error: null } : { ...outcome, error: null }
}

async function end(db: Db, taken: MessageRow, change: Change): Promise<void> {
  await update(db, taken, { ...change, secret: null })
}

/** Updates a message, if this process still holds the lease. */
async function update(db: Db, { id, tries }: MessageRow, change: Change): Promise<void> {
  const ours = and(eq(messages.id, id), eq(messages.status, 'queued'), eq(messages.tries, tries))
  // What was sent must not be sent again because the database was away at that moment.
  await untilBack(() => db.update(messages).set(change).where(ours))
}
