import { may } from '@portico/contract/access'
import type { TimelineContent, TimelineKind } from '@portico/contract/member-timeline-admin'
import type { Language } from '@portico/contract/translations'
import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../actor.ts'
import type { Db } from '../db/client.ts'
import { sources } from './timeline-sources.ts'

/** The last entry above the page: its time in microseconds, its type, and its key. */
type Above = { micros: string; type: string; key: string }
export type Entry = { cursor: string; at: Date; content: TimelineContent }
type Asked = { kind?: TimelineKind | undefined; before?: string | undefined; size: number; language: Language }
type Found = { at: Date | string; micros: string; type: TimelineContent['type']; name: string; data: object }

/**
 * One page of what happened with an account, newest first, in one statement. Each source is read no deeper than the page, from its own
 * index. Sources that the actor may not read are left out. Names are in the reader's language.
 */
export async function readTimeline(
  db: Db,
  by: Actor,
  accountId: number,
  { kind, before, size, language }: Asked,
): Promise<{ items: Entry[]; next: string | null }> {
  const read = Object.entries(sources).filter(
    ([, source]) => (kind === undefined || source.kind === kind) && (source.needs === undefined || may(by.permissions, source.needs)),
  )
  if (read.length === 0) return { items: [], next: null }
  const selects = read.map(([type, { rows }]) => {
    const below = before === undefined ? sql`` : sql`where ${isBelow(type, readCursor(before))}`
    return sql`(select at, ${type}::text as type, key, data from (${rows(accountId, by, language)}) source ${below} order by at desc, key desc limit ${size + 1})`
  })
  const { rows } = await db.execute<Found>(sql`
    select at, (extract(epoch from at) * 1000000)::bigint::text as micros, type, key::text as name, data
    from (${sql.join(selects, sql` union all `)}) entries order by at desc, type desc, key desc limit ${size + 1}`)
  const items = rows.slice(0, size).map(({ at, micros, type, name, data }): Entry => {
    // The statement builds what the contract says of each type; the route's schema checks it.
    return { cursor: `${micros}.${type}.${name}`, at: new Date(at), content: { type, ...data } as TimelineContent }
  })
  return { items, next: rows.length > size ? (items.at(-1)?.cursor ?? null) : null }
}

function readCursor(cursor: string): Above {
  const [micros = '0', type = '', key = '0'] = cursor.split('.')
  return { micros, type, key }
}

function isBelow(type: string, above: Above): SQL {
  const moment = sql`timestamptz 'epoch' + ${above.micros}::bigint * interval '1 microsecond'`
  return sql`(at, ${type}::text, key) < (${moment}, ${above.type}::text, ${above.key}::bigint)`
}
