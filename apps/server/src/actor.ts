import type { ActorKind } from '@portico/contract/actors'
import { may } from '@portico/contract/access'
import type { Permission, Permissions } from '@portico/contract/permissions'
import { AppError } from './errors.ts'

/** The person or process that makes a change, for permissions and the audit log. Every verb that writes takes one. */
export type Actor = {
  kind: ActorKind
  /** The account that acts; null: no person. */
  accountId: number | null
  /** The job, node or gateway that acts instead of a person. */
  name: string | null
  permissions: Permissions
  /** Where the call came from; null: the server itself. */
  origin: { ip: string; device: string } | null
  /** On the pages of members, staff act as members. */
  asMember?: boolean
}

/** A signed-in person. */
export type Caller = Actor & {
  kind: 'member' | 'staff'
  accountId: number
  sessionId: number
  signedInAt: Date
  /** When the caller last proved who they are. */
  confirmedAt: Date
  /** Staff who must set up a second factor first: until then they have no permissions. */
  needsFactor: boolean
  /** Of somebody who has linked accounts: the one that signed in, and the one they chose, for `chosen` endpoints. */
  linked?: { ownerId: number; chosenId: number }
}

/** The caller of an endpoint: of a `chosen` one, as the linked account that they use. */
export function actingIn(caller: Caller, { chosen }: { chosen?: boolean }): Caller {
  return chosen && caller.linked ? { ...caller, accountId: caller.linked.chosenId } : caller
}

/** A person without a request, for demo data and tests that act in their name. */
export function callerOf(accountId: number, permissions: Permissions = []): Caller {
  const kind = permissions.length > 0 ? 'staff' : 'member'
  return {
    kind,
    accountId,
    sessionId: 0,
    signedInAt: new Date(),
    confirmedAt: new Date(),
    needsFactor: false,
    name: null,
    permissions,
    origin: null,
  }
}

/** The actor for what the server does itself; `name` is the job's name. */
export function jobActor(name: string): Actor {
  return { kind: 'job', accountId: null, name, permissions: [], origin: null }
}

/** The account that must not gain from this actor's changes: that of staff in the console. null: nobody; the owner may gain. */
export function mayChange(actor: Actor, ownerId: number, needed: Permission): boolean {
  return actor.kind === 'job' || actor.accountId === ownerId || may(actor.permissions, needed)
}

/** Refuses a change by which the acting staff gain. Called by `record` for every change. Throws `staff.own_account`. */
export function barredFrom({ kind, asMember, permissions, accountId }: Actor): number | null {
  return kind === 'staff' && !asMember && !permissions.includes('*') ? accountId : null
}

/** Requires a permission of the actor. Throws `not_found`: to staff, what they may not do does not exist. */
export function refuseOwnBenefit(actor: Actor, beneficiaries: readonly number[]): void {
  const barred = barredFrom(actor)
  if (barred !== null && beneficiaries.includes(barred)) throw new AppError('staff.own_account')
}

/** Throws `not_found`: what staff may not do does not exist for them. */
export function requirePermission(actor: Actor, needed: Permission): void {
  if (!may(actor.permissions, needed)) throw new AppError('not_found')
}
