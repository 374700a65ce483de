import type { ActorKind } from '@portico/contract/actors'
import { may } from '@portico/contract/access'
import type { Permission, Permissions } from '@portico/contract/permissions'
import { AppError } from './errors.ts'

/** Who does something, for permissions and for the audit log. Every verb that writes for somebody takes one. */
export type Actor = {
  kind: ActorKind
  /** The account that acts; null: no person does. */
  accountId: number | null
  /** What acts in place of a person: the job, the node, the gateway. */
  name: string | null
  permissions: Permissions
  /** Where the call came from; null: from the server itself. */
  origin: { ip: string; device: string } | null
}

/** A signed-in person. */
export type Caller = Actor & { kind: 'member' | 'staff'; accountId: number; sessionId: number }

/** A person without a request, for what is done in their name: demo data and tests. */
export function callerOf(accountId: number, permissions: Permissions = []): Caller {
  const kind = permissions.length > 0 ? 'staff' : 'member'
  return { kind, accountId, sessionId: 0, name: null, permissions, origin: null }
}

/** What the server does of its own accord: `name` is the job's. */
export function jobActor(name: string): Actor {
  return { kind: 'job', accountId: null, name, permissions: [], origin: null }
}

/**
 * Whether an actor may change what belongs to an account: members what is their own, staff anybody's where they hold the
 * permission, jobs everything. Being staff is not enough: staff call the endpoints of members too.
 */
export function mayChange(actor: Actor, ownerId: number, needed: Permission): boolean {
  return actor.kind === 'job' || actor.accountId === ownerId || may(actor.permissions, needed)
}

/** Nobody gives themselves service or money; the owner may. */
export function requireOther(actor: Actor, accountId: number): void {
  if (actor.accountId === accountId && actor.kind === 'staff' && !actor.permissions.includes('*')) throw new AppError('not_found')
}

/** Throws `not_found`: what staff may not do does not exist for them. */
export function requirePermission(actor: Actor, needed: Permission): void {
  if (!may(actor.permissions, needed)) throw new AppError('not_found')
}
