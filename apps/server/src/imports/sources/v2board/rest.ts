import type { OldDatabase, OldRow } from '../../old/old-database.ts'
import type { OldRecord, OldTicket } from '../../records.ts'
import { Cells } from '../row.ts'

/** Xboard writes some of its times as dates, in the panel's zone. */
export type ReadTime = (cells: Cells, column: string) => Date | null

export async function* readInvites(old: OldDatabase, time: ReadTime): AsyncGenerator<OldRecord> {
  for await (const row of old.rows('v2_invite_code')) {
    const cells = new Cells('v2_invite_code', row)
    const isUsed = cells.flag('status')
    yield {
      kind: 'invite_code',
      at: cells.at,
      key: cells.text('id'),
      member: cells.text('user_id'),
      code: cells.text('code'),
      // Whether one is used up by its first use is a setting; those that were are marked.
      usesLeft: isUsed ? 0 : null,
      views: cells.int('pv'),
      enabled: !isUsed,
      createdAt: time(cells, 'created_at'),
    }
    yield* cells.found()
  }
}

const LEVELS = ['low', 'medium', 'high'] as const
/** So many tickets are read at a time, with their messages. */
const AT_ONCE = 20_000

export async function* readTickets(old: OldDatabase, time: ReadTime): AsyncGenerator<OldRecord> {
  let batch = new Map<string, OldTicket>()
  for await (const row of old.rows('v2_ticket')) {
    const cells = new Cells('v2_ticket', row)
    const key = cells.text('id')
    batch.set(key, {
      kind: 'ticket',
      at: cells.at,
      key,
      member: cells.text('user_id'),
      subject: cells.text('subject'),
      level: LEVELS[cells.int('level')] ?? 'low',
      open: cells.int('status') === 0,
      waits: 'staff',
      createdAt: time(cells, 'created_at') ?? new Date(0),
      messages: [],
    })
    yield* cells.found()
    if (batch.size < AT_ONCE) continue
    yield* withMessages(old, time, batch)
    batch = new Map()
  }
  if (batch.size > 0) yield* withMessages(old, time, batch)
}

async function* withMessages(old: OldDatabase, time: ReadTime, batch: Map<string, OldTicket>): AsyncGenerator<OldRecord> {
  for await (const row of old.rows('v2_ticket_message')) {
    const ticket = batch.get(row['ticket_id'] ?? '')
    if (!ticket) continue
    const cells = new Cells('v2_ticket_message', row)
    ticket.messages.push({
      byMember: row['user_id'] === ticket.member,
      text: cells.text('message'),
      at: time(cells, 'created_at') ?? ticket.createdAt,
    })
    yield* cells.found()
  }
  for (const ticket of batch.values()) {
    // `reply_status` means the opposite in some versions; who wrote last does not.
    ticket.waits = ticket.messages.at(-1)?.byMember === false ? 'member' : 'staff'
    yield ticket
  }
}

export async function* readTexts(old: OldDatabase, time: ReadTime): AsyncGenerator<OldRecord> {
  for await (const row of old.rows('v2_knowledge')) {
    const cells = new Cells('v2_knowledge', row)
    yield {
      kind: 'article',
      at: cells.at,
      key: cells.text('id'),
      twin: null,
      language: cells.text('language').toLowerCase().startsWith('zh') ? 'zh-CN' : 'en',
      category: cells.text('category'),
      title: cells.text('title'),
      body: cells.text('body'),
      form: 'markdown',
      shown: cells.flag('show'),
      sort: cells.int('sort'),
      createdAt: time(cells, 'created_at'),
    }
  }
  for await (const row of old.rows('v2_notice')) {
    const cells = new Cells('v2_notice', row)
    const notice: OldRecord = {
      kind: 'notice',
      at: cells.at,
      key: cells.text('id'),
      title: cells.text('title'),
      body: cells.text('content'),
      form: 'markdown',
      shown: cells.flag('show'),
      createdAt: time(cells, 'created_at'),
    }
    yield notice
  }
}

/** Days of members. V2board counts raw bytes, Xboard what was charged. */
export async function* readTraffic(old: OldDatabase, counts: 'raw' | 'billed'): AsyncGenerator<OldRecord> {
  if (!old.tables.has('v2_stat_user')) return
  for await (const row of old.rows('v2_stat_user')) {
    const record = trafficOf(row, counts)
    if (record) yield record
  }
}

function trafficOf(row: OldRow, counts: 'raw' | 'billed'): OldRecord | null {
  if ((row['record_type'] ?? 'd').trim() !== 'd') return null
  const cells = new Cells('v2_stat_user', row)
  const [day, up, down] = [cells.unix('record_at'), cells.big('u'), cells.big('d')]
  if (!day || (up === 0n && down === 0n)) return null
  const rate = rateOf(cells.text('server_rate'))
  const other = (bytes: bigint): bigint => (counts === 'raw' ? (bytes * rate) / 100n : rate === 0n ? bytes : (bytes * 100n) / rate)
  const shared = { kind: 'traffic' as const, at: cells.at, member: cells.text('user_id'), node: null, day }
  return counts === 'raw'
    ? { ...shared, up, down, billedUp: other(up), billedDown: other(down) }
    : { ...shared, up: other(up), down: other(down), billedUp: up, billedDown: down }
}

/** '1.50' in hundredths. */
function rateOf(decimal: string): bigint {
  const found = /^(\d+)(?:\.(\d{0,2}))?/.exec(decimal)
  return found ? BigInt(found[1] ?? 0) * 100n + BigInt((found[2] ?? '').padEnd(2, '0')) : 100n
}
