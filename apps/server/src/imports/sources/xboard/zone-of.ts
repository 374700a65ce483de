import type { OldDatabase } from '../../old/old-database.ts'
import type { OldFinding } from '../../records.ts'
import { Cells } from '../row.ts'
import { timesIn } from '../zone-time.ts'

/** So many sign-ins are compared, and so long one may take to be written. */
const MOST = 500
const LATE_MS = 120_000
const QUARTER_MS = 15 * 60_000

type Zone = { zone: string; found: OldFinding[] }

/**
 * In which zone the copy has its dates. PHP writes them in its own, but MySQL's tools turn `timestamp` columns into UTC as they dump, unless told
 * not to. A sign-in stands twice in the database, as a date with its session and in seconds with its member: the difference tells. `named`: the zone
 * that should be right; without a difference it is.
 */
export async function zoneOf(old: OldDatabase, named: string): Promise<Zone> {
  const time = timesIn(named)
  const votes = new Map<string, number>()
  for await (const { cells, seconds } of signIns(old)) {
    const [as, utc] = [time(cells, 'created_at'), timesIn('UTC')(cells, 'created_at')]
    if (!as || !utc) continue
    const late = utc.getTime() - seconds * 1000
    const zone = Math.abs(as.getTime() - seconds * 1000) <= LATE_MS ? named : offsetOf(late)
    if (zone !== null) votes.set(zone, (votes.get(zone) ?? 0) + 1)
  }
  const [most] = [...votes].toSorted(([, one], [, other]) => other - one)
  if (!most) return { zone: named, found: [finding('xboard_zone_unseen', named)] }
  const [zone] = most
  return { zone, found: zone === named ? [] : [finding('xboard_zone', `UTC${zone}, ${named}`)] }
}

function finding(code: 'xboard_zone' | 'xboard_zone_unseen', what: string): OldFinding {
  return { kind: 'finding', code, at: 'v2_server created_at', what }
}

/** The date of each member's last session, and their last sign-in. */
async function* signIns(old: OldDatabase): AsyncGenerator<{ cells: Cells; seconds: number }> {
  if (!old.tables.has('personal_access_tokens')) return
  const sessions = new Map<string, Cells>()
  for await (const row of old.rows('personal_access_tokens')) {
    const member = row['tokenable_id'] ?? ''
    if (sessions.size < MOST || sessions.has(member)) sessions.set(member, new Cells('personal_access_tokens', row))
  }
  let left = sessions.size
  for await (const row of old.rows('v2_user')) {
    if (left === 0) return
    const cells = sessions.get(row['id'] ?? '')
    if (!cells) continue
    left--
    const seconds = Number(row['last_login_at'] ?? 0)
    if (seconds > 0) yield { cells, seconds }
  }
}

/** `+08:00`; null: no zone is so far from UTC, so this was another sign-in. */
function offsetOf(ms: number): string | null {
  const quarters = Math.round(ms / QUARTER_MS)
  if (Math.abs(ms - quarters * QUARTER_MS) > LATE_MS || Math.abs(quarters) > 14 * 4) return null
  const [hours, minutes] = [Math.floor(Math.abs(quarters) / 4), (Math.abs(quarters) % 4) * 15]
  return `${quarters < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}
