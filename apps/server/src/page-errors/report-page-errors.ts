import { createHash } from 'node:crypto'
import { describeDevice, nameDevice } from '@portico/contract/describe-device'
import type { ReportedError } from '@portico/contract/page-errors'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { pageErrors } from './page-errors.table.ts'
import { safeMessage, safePage } from './without-persons.ts'

/** Most rows and counts; anybody may report. */
const MOST_ROWS = 2000
const MOST_TIMES = 1_000_000_000

/** Counts each error in the row of its message and page. What comes is cleaned here again: browsers may send anything. */
export async function reportPageErrors(
  db: Db,
  { errors, version, device }: { errors: ReportedError[]; version: string; device: string },
  now: Date,
): Promise<void> {
  const described = describeDevice(device)
  const browser = described && nameDevice(described, ', ')
  const found = new Map<string, { message: string; page: string; times: number }>()
  for (const error of errors) {
    const [message, page] = [safeMessage(error.message), safePage(error.page)]
    const fingerprint = createHash('sha256').update(`${message}\0${page}`).digest('hex').slice(0, 32)
    found.set(fingerprint, { message, page, times: (found.get(fingerprint)?.times ?? 0) + error.times })
  }
  const hasRoom = (await db.$count(pageErrors)) < MOST_ROWS
  // In one order: two reports of the same errors at once must not wait for each other.
  for (const [fingerprint, { message, page, times }] of [...found].toSorted(([a], [b]) => a.localeCompare(b))) {
    const counted = sql`least(${MOST_TIMES}, ${pageErrors.times} + ${times})`
    const last = { browser, version: version.replace(/[^\w.-]/g, ''), lastAt: now }
    const row = { fingerprint, message, page, times, firstAt: now, ...last }
    if (hasRoom)
      await db
        .insert(pageErrors)
        .values(row)
        .onConflictDoUpdate({ target: pageErrors.fingerprint, set: { times: counted, ...last } })
    else
      await db
        .update(pageErrors)
        .set({ times: counted, ...last })
        .where(eq(pageErrors.fingerprint, fingerprint))
  }
}
