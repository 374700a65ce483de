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
}

/** A signed-in person. */
export type Caller = Actor & {
  kind: 'member' | 'staff'
  accountId: number
  sessionId: number
  signedInAt: Date
  /** When they last proved who they are. */
  confirmedAt: Date
  /** Staff who must set up a second factor first: until then they have no permissions. */
  needsFactor: boolean
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

/**
 * Whether an actor may change something that belongs to an account. Members may change their own, staff what they have the
 * permission for, jobs everything. Staff need the permission because they also call member endpoints.
 */
export function mayChange(actor: Actor, ownerId: number, needed: Permission): boolean {
  return actor.kind === 'job' || actor.accountId === ownerId || may(actor.permissions, needed)
}

/** Staff cannot give themselves service or money; the owner can. Throws `not_found`. */
export function requireOther(actor: Actor, accountId: number): void {
  if (actor.accountId === accountId && actor.kind === 'staff' && !actor.permissions.includes('*')) throw new AppError('not_found')
}

/** Throws `not_found`: what staff may not do does not exist for them. */
export function requirePermission(actor: Actor, needed: Permission): void {
  if (!may(actor.permissions, needed)) throw new AppError('not_found')
}
