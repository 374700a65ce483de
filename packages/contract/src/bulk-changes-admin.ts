import * as z from 'zod/mini'
import { UserFilter } from './accounts-admin.ts'
import { endpoint } from './endpoint.ts'
import { Days, GiftBytes, MessageText, Reason, Tell } from './member-actions-admin.ts'
import { Time } from './paging.ts'
import { AddressOf } from './personal.ts'

/** Changes that can be made to many members at once. */
export const BulkAction = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('suspend') }),
  z.object({ kind: z.literal('lift') }),
  z.object({ kind: z.literal('extend'), days: Days }),
  z.object({ kind: z.literal('plan'), plan_id: z.int(), days: Days, wait_days: z.nullable(Days) }),
  z.object({ kind: z.literal('traffic'), bytes: GiftBytes, keeps: z.boolean() }),
  z.object({ kind: z.literal('message'), text: MessageText }),
])
export type BulkAction = z.infer<typeof BulkAction>

export const BulkState = z.enum(['prepared', 'running', 'done', 'cancelled'])
export type BulkState = z.infer<typeof BulkState>
export const TargetState = z.enum(['waiting', 'done', 'failed'])
export type TargetState = z.infer<typeof TargetState>

/** The members to change: a list of ids, or all that a filter of the member list finds. */
export const BulkScope = z.union([
  z.object({ ids: z.array(z.int()).check(z.minLength(1), z.maxLength(500)) }),
  z.object({ filter: z.object(UserFilter) }),
])
export type BulkScope = z.infer<typeof BulkScope>

export const BulkChange = z.object({
  id: z.int(),
  action: BulkAction,
  state: BulkState,
  reason: z.string(),
  tell: z.boolean(),
  /** Number of members in the scope; fixed when the change is prepared. */
  total: z.int(),
  done: z.int(),
  failed: z.int(),
  /** The first hundred members whose change failed, with the reason in the caller's language. */
  failures: z.array(z.object({ account_id: z.int(), label: AddressOf('account_id'), problem: z.string() })),
  created_at: Time,
  finished_at: z.nullable(Time),
})
export type BulkChange = z.infer<typeof BulkChange>

/** A random idempotency key: the same for each retry of one call. */
const Key = z.string().check(z.regex(/^[A-Za-z0-9-]{16,64}$/))

export const adminPrepareBulk = endpoint({
  method: 'POST',
  path: '/admin/member-changes',
  access: ['members.write'],
  summary: 'Choose members for a change and count them; nothing changes yet. The same key answers the same change',
  maxKeys: 1100,
  body: z.object({ key: Key, scope: BulkScope, action: BulkAction, reason: Reason, tell: Tell }),
  response: BulkChange,
})
export const adminStartBulk = endpoint({
  method: 'POST',
  path: '/admin/member-changes/:id/start',
  access: ['members.write'],
  summary: 'Start a prepared change; a job then changes one member after the other, each once. May be called twice',
  response: BulkChange,
})
export const adminCancelBulk = endpoint({
  method: 'POST',
  path: '/admin/member-changes/:id/cancellation',
  access: ['members.write'],
  summary: 'Stop one of your changes: members that it has not reached stay as they are. May be called twice',
  response: BulkChange,
})
export const adminGetBulk = endpoint({
  method: 'GET',
  path: '/admin/member-changes/:id',
  access: ['members.write'],
  summary: 'How far one of your changes is, and which members it failed for',
  response: BulkChange,
})
