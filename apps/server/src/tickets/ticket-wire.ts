import type { Settings } from '@portico/contract/settings-admin'
import type * as contract from '@portico/contract/tickets'
import type * as admin from '@portico/contract/tickets-admin'
import type { AttachedFile } from './attach-files.ts'
import type { Latest, ListedTicket, ReadMessage } from './list-tickets.ts'
import { closesAt, mayReopen, reopenUntil } from './ticket-times.ts'
import type { TicketRow } from './tickets.table.ts'

type Surroundings = { now: Date; settings: Settings }

export function toTicket(row: TicketRow, { now, settings }: Surroundings): contract.Ticket {
  return {
    id: row.id,
    kind: row.kind,
    level: row.level,
    subject: row.subject,
    status: row.status,
    waits: row.waits,
    unread: row.staffSeq > row.seenSeq,
    last_seq: row.lastSeq,
    created_at: row.createdAt.toISOString(),
    last_message_at: row.lastMessageAt.toISOString(),
    closes_at: closesAt(row, settings)?.toISOString() ?? null,
    closed_at: row.closedAt?.toISOString() ?? null,
    closed_by: row.closedBy,
    reopen_until: mayReopen(row, settings, now) ? (reopenUntil(row, settings)?.toISOString() ?? null) : null,
    score: row.score,
    score_text: row.scoreText,
  }
}

export function toMyTicket(row: TicketRow, latest: Map<number, Latest>, surroundings: Surroundings): contract.MyTicket {
  return { ...toTicket(row, surroundings), latest: latest.get(row.id) ?? { author: 'member', text: '' } }
}

/** A message for its member, without the staff's name. */
export function toMessage({ message, files }: ReadMessage): contract.TicketMessage {
  return {
    id: message.id,
    seq: message.seq,
    author: message.author,
    origin: message.origin,
    text: message.text,
    change: message.change,
    files: files.map(toFile),
    created_at: message.createdAt.toISOString(),
  }
}

export function toFile({ id, file: { name, type, size, width, height } }: AttachedFile): contract.TicketFile {
  return { id, name, type, size, width, height }
}

export function toAdminTicket({ ticket, member, assignee }: ListedTicket, surroundings: Surroundings): admin.AdminTicket {
  return {
    ...toTicket(ticket, surroundings),
    account_id: ticket.accountId,
    member,
    assignee_id: ticket.assigneeId,
    assignee,
    waits_since: ticket.waitsSince?.toISOString() ?? null,
    answered_at: ticket.answeredAt?.toISOString() ?? null,
    replies: ticket.replies,
  }
}

export function toAdminMessage(read: ReadMessage): admin.AdminTicketMessage {
  return { ...toMessage(read), kind: read.message.kind, author_name: read.author }
}
