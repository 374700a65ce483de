import type { Settings } from '@portico/contract/settings-admin'
import * as contract from '@portico/contract/tickets'
import * as admin from '@portico/contract/tickets-admin'
import type { AttachedFile } from './attach-files.ts'
import type { Latest, ListedTicket, ReadMessage } from './list-tickets.ts'
import { closesAt, mayReopen, reopenUntil } from './ticket-times.ts'
import type { TicketRow } from './tickets.table.ts'
import { toWire } from '../to-wire.ts'

type Surroundings = { now: Date; settings: Settings }

export function toTicket(row: TicketRow, surroundings: Surroundings): contract.Ticket {
  return toWire(contract.Ticket, partsOf(row, surroundings))
}

export function toMyTicket(row: TicketRow, latest: Map<number, Latest>, surroundings: Surroundings): contract.MyTicket {
  return toWire(contract.MyTicket, { ...partsOf(row, surroundings), latest: latest.get(row.id) ?? { author: 'member', text: '' } })
}

/** A message for its member, without the staff's name. */
export function toMessage({ message, files }: ReadMessage): contract.TicketMessage {
  return toWire(contract.TicketMessage, { ...message, files: files.map(toFile) })
}

export function toFile({ id, file }: AttachedFile): contract.TicketFile {
  return toWire(contract.TicketFile, { ...file, id })
}

export function toAdminTicket({ ticket, member, assignee }: ListedTicket, surroundings: Surroundings): admin.AdminTicket {
  return toWire(admin.AdminTicket, { ...partsOf(ticket, surroundings), member, assignee })
}

export function toAdminMessage({ message, files, author }: ReadMessage): admin.AdminTicketMessage {
  return toWire(admin.AdminTicketMessage, { ...message, files: files.map(toFile), authorName: author })
}

function partsOf(row: TicketRow, { now, settings }: Surroundings) {
  return {
    ...row,
    unread: row.staffSeq > row.seenSeq,
    closesAt: closesAt(row, settings),
    reopenUntil: mayReopen(row, settings, now) ? reopenUntil(row, settings) : null,
  }
}
