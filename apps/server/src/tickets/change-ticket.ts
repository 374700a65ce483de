import { may } from '@portico/contract/access'
import type { TicketKind, TicketLevel } from '@portico/contract/tickets'
import { eq } from 'drizzle-orm'
import { accounts } from '../accounts/accounts.table.ts'
import { type Actor, requirePermission } from '../actor.ts'
import { record } from '../audit/record.ts'
import type { Context } from '../context.ts'
import type { Database, Tx } from '../db/client.ts'
import { isUniqueViolation, orRefuse } from '../db/sql-errors.ts'
import { AppError } from '../errors.ts'
import { permissionsOf } from '../roles/role-permissions.ts'
import { staffRoles } from '../roles/staff-roles.table.ts'
import { closeLocked, markSeen, reopenLocked, set } from './move-ticket.ts'
import { mayReopen } from './ticket-times.ts'
import type { TicketRow } from './tickets.table.ts'
import { lockTicket } from './write-message.ts'

type Person = Actor & { accountId: number }

/**
 * Closes a ticket: a member their own, staff (`as: 'staff'`) any, with `tickets.write`. May be called twice. Throws `not_found`.
 */
export async function closeTicket(
  { transaction }: Database,
  by: Person,
  { ticketId, as }: { ticketId: number; as: 'member' | 'staff' },
  now: Date,
): Promise<TicketRow> {
  if (as === 'staff') requirePermission(by, 'tickets.write')
  return transaction(async (tx) => {
    const before = await lockTicket(tx, ticketId, as === 'member' ? by.accountId : undefined)
    if (before.status === 'closed') return before
    const after = await closeLocked(tx, before, by.accountId, as, now)
    if (as === 'staff') await recordMove(tx, by, 'ticket.resolve', before, after, now)
    return after
  })
}

/**
 * Reopens a closed ticket: a member for some days, staff at any time. May be called twice. Throws `not_found`, `ticket.closed`, and
 * `ticket.already_open` if there is an open one of its kind.
 */
export async function reopenTicket(
  { transaction }: Database,
  by: Person,
  { ticketId, as }: { ticketId: number; as: 'member' | 'staff' },
  { now, settings }: Context,
): Promise<TicketRow> {
  if (as === 'staff') requirePermission(by, 'tickets.write')
  return transaction(async (tx) => {
    const before = await lockTicket(tx, ticketId, as === 'member' ? by.accountId : undefined)
    if (before.status === 'open') return before
    if (as === 'member' && !mayReopen(before, settings, now)) throw new AppError('ticket.closed')
    const after = await reopenLocked(tx, before, by.accountId, as, now)
    if (as === 'staff') await recordMove(tx, by, 'ticket.reopen', before, after, now)
    return after
  })
}

/** Gives a ticket to someone who may answer tickets, or to nobody. Throws `ticket.assignee_unknown`. May be called twice. */
export async function assignTicket(
  { transaction }: Database,
  by: Actor,
  { ticketId, assigneeId }: { ticketId: number; assigneeId: number | null },
  now: Date,
): Promise<TicketRow> {
  requirePermission(by, 'tickets.write')
  return transaction(async (tx) => {
    const before = await lockTicket(tx, ticketId)
    if (before.assigneeId === assigneeId) return before
    if (assigneeId !== null) await requireAnswerer(tx, assigneeId)
    const after = await set(tx, before, { assigneeId })
    const sides = { before: { assigneeId: before.assigneeId }, after: { assigneeId } }
    await record(tx, by, { action: 'ticket.assign', entity: 'ticket', id: ticketId, ...sides }, now)
    return after
  })
}

/** Changes the kind or level. Throws `ticket.already_open` if the member has an open ticket of that kind. May be called twice. */
export async function changeTicket(
  { transaction }: Database,
  by: Actor,
  { ticketId, ...change }: { ticketId: number; kind?: TicketKind | undefined; level?: TicketLevel | undefined },
  now: Date,
): Promise<TicketRow> {
  requirePermission(by, 'tickets.write')
  return transaction(async (tx) => {
    const before = await lockTicket(tx, ticketId)
    const { kind = before.kind, level = before.level } = change
    if (kind === before.kind && level === before.level) return before
    const taken = (error: unknown): boolean => isUniqueViolation(error, 'tickets_open')
    const after = await orRefuse(set(tx, before, { kind, level }), taken, new AppError('ticket.already_open', { details: { kind } }))
    const sides = { before: { kind: before.kind, level: before.level }, after: { kind, level } }
    await record(tx, by, { action: 'ticket.update', entity: 'ticket', id: ticketId, ...sides }, now)
    return after
  })
}

/** Rates the member's own closed ticket, once. Throws `not_found`, `ticket.not_closed` and `ticket.already_rated`. */
export async function rateTicket(
  { transaction }: Database,
  { accountId, ticketId, score, text }: { accountId: number; ticketId: number; score: number; text: string | null },
): Promise<TicketRow> {
  return transaction(async (tx) => {
    const ticket = await lockTicket(tx, ticketId, accountId)
    if (ticket.status === 'open') throw new AppError('ticket.not_closed')
    if (ticket.score !== null) throw new AppError('ticket.already_rated')
    return set(tx, ticket, { score, scoreText: text })
  })
}

/** Notes that the member has seen their ticket up to message `seq`. May be called twice. */
export async function seeTicket(
  { transaction }: Database,
  { accountId, ticketId, seq }: { accountId: number; ticketId: number; seq: number },
  now: Date,
): Promise<void> {
  await transaction(async (tx) => markSeen(tx, await lockTicket(tx, ticketId, accountId), seq, now))
}

async function requireAnswerer(tx: Tx, accountId: number): Promise<void> {
  const [found] = await tx
    .select({ role: staffRoles })
    .from(accounts)
    .innerJoin(staffRoles, eq(staffRoles.id, accounts.roleId))
    .where(eq(accounts.id, accountId))
  if (found && may(permissionsOf(found.role), 'tickets.write')) return
  throw new AppError('ticket.assignee_unknown', { fields: { account_id: 'ticket.assignee_unknown' } })
}

async function recordMove(tx: Tx, by: Actor, action: string, before: TicketRow, after: TicketRow, now: Date): Promise<void> {
  const sides = { before: { status: before.status }, after: { status: after.status } }
  await record(tx, by, { action, entity: 'ticket', id: before.id, ...sides }, now)
}
