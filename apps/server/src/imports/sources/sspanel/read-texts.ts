import { objects } from '@portico/contract/plain-object'
import type { Language } from '@portico/contract/translations'
import { smallIn } from '../columns.ts'
import type { OldDatabase, OldRow } from '../../old/old-database.ts'
import type { OldArticle, OldFinding, OldInviteCode, OldNotice, OldTicket } from '../../records.ts'
import { readJson, textOf } from '../xray/fields.ts'
import { secondsIn } from './read-members.ts'

type Dates = (text: string | null | undefined) => Date | null

/** A ticket is one row: its messages are a list in it. */
export async function* readTickets(old: OldDatabase): AsyncGenerator<OldTicket | OldFinding> {
  for await (const row of old.rows('ticket')) {
    const at = `ticket ${row['id'] ?? ''}`
    const read = readJson(`{"all":${row['content'] || '[]'}}`)
    if (read === null) yield { kind: 'finding', code: 'broken_json', at, what: row['title'] ?? '' }
    else yield ticketOf(row, at, objects(read['all']))
  }
}

function ticketOf(row: OldRow, at: string, all: Record<string, unknown>[]): OldTicket {
  const createdAt = secondsIn(row['datetime']) ?? new Date(0)
  // Older messages say only a name; the member wrote the first.
  const own = textOf(all[0]?.['commenter_name'])
  return {
    kind: 'ticket',
    at,
    key: row['id'] ?? '',
    member: row['userid'] ?? '',
    subject: row['title'] ?? '',
    level: 'medium',
    open: row['status'] !== 'closed',
    waits: row['status'] === 'open_wait_user' ? 'member' : 'staff',
    createdAt,
    messages: all.map((message) => ({
      byMember: message['commenter_type'] === undefined ? textOf(message['commenter_name']) === own : message['commenter_type'] === 'user',
      text: textOf(message['comment']),
      at: secondsIn(textOf(message['datetime'])) ?? createdAt,
    })),
  }
}

export async function* readArticles(old: OldDatabase, dateIn: Dates, language: Language): AsyncGenerator<OldArticle> {
  for await (const row of old.rows('docs')) {
    yield {
      kind: 'article',
      at: `docs ${row['id'] ?? ''}`,
      key: row['id'] ?? '',
      twin: null,
      language,
      category: '',
      title: row['title'] ?? '',
      body: row['content'] ?? '',
      form: 'html',
      shown: row['status'] !== '0',
      sort: smallIn(row['sort']) ?? 0,
      createdAt: dateIn(row['date']),
    }
  }
}

/** Announcements have no titles. */
export async function* readNotices(old: OldDatabase, dateIn: Dates): AsyncGenerator<OldNotice> {
  for await (const row of old.rows('announcement')) {
    const body = row['content'] ?? ''
    const [first = ''] = body
      .replace(/<[^>]*>/g, '\n')
      .trim()
      .split('\n')
    yield {
      kind: 'notice',
      at: `announcement ${row['id'] ?? ''}`,
      key: row['id'] ?? '',
      title: first.trim().slice(0, 80) || (row['date'] ?? '').slice(0, 10),
      body,
      form: 'html',
      shown: row['status'] !== '0',
      createdAt: dateIn(row['date']),
    }
  }
}

export async function* readInvites(old: OldDatabase): AsyncGenerator<OldInviteCode> {
  for await (const row of old.rows('user_invite_code')) {
    const { id, user_id: member, code } = row
    const rest = { usesLeft: null, views: 0, enabled: true, createdAt: null }
    yield { kind: 'invite_code', at: `user_invite_code ${id ?? ''}`, key: id ?? '', member: member ?? '', code: code ?? '', ...rest }
  }
}
