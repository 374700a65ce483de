import * as z from 'zod/mini'
import { ActorKind } from './actors.ts'
import { Csv } from './csv.ts'
import { endpoint } from './endpoint.ts'
import { cursorOf, cursorQuery, dayQuery, Time } from './paging.ts'

/** One action: who did what to what. */
export const AuditEntry = z.object({
  id: z.int(),
  at: Time,
  actor_kind: ActorKind,
  /** The account that acted; null: the actor is not a person. */
  actor_id: z.nullable(z.int()),
  actor_email: z.nullable(z.string()),
  /** Name of an actor that is no person, such as a job. */
  actor_name: z.nullable(z.string()),
  ip: z.nullable(z.string()),
  device: z.nullable(z.string()),
  /** Noun and verb, for example `order.refund`. */
  action: z.string(),
  entity: z.string(),
  /** Id of the changed thing; empty if there is only one, such as the site's settings. */
  entity_id: z.string(),
  /** Present name of the changed thing; null: it has none, or no longer exists. */
  entity_name: z.nullable(z.string()),
  /** Names of up to six changed fields. */
  fields: z.array(z.string()),
  reason: z.nullable(z.string()),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** A changed field. `before` or `after` is absent if the field did not exist then. Secrets are masked. */
export const FieldChange = z.object({ field: z.string(), before: z.optional(z.unknown()), after: z.optional(z.unknown()) })
export type FieldChange = z.infer<typeof FieldChange>

const Name = z.string().check(z.maxLength(100))
const filter = {
  /** An account's id, the start of its e-mail address, or the name of a job. */
  actor: z.optional(Name),
  kind: z.optional(ActorKind),
  action: z.optional(Name),
  entity: z.optional(Name),
  entity_id: z.optional(Name),
  ...dayQuery,
  /** Matches part of the reason. */
  q: z.optional(Name),
}

export const adminListAudit = endpoint({
  method: 'GET',
  path: '/admin/log/audit',
  access: ['log.read', 'members.read'],
  summary: 'The audit log, newest first, by cursor',
  query: z.object({ ...cursorQuery, ...filter }),
  response: cursorOf(AuditEntry),
})
export const adminExportAudit = endpoint({
  method: 'GET',
  path: '/admin/log/audit/export',
  access: ['log.read', 'members.read', 'export'],
  fresh: true,
  summary: 'The same list as CSV',
  query: z.object(filter),
  response: Csv,
})
export const adminAuditNames = endpoint({
  method: 'GET',
  path: '/admin/log/audit/names',
  access: ['log.read'],
  summary: 'All actions and kinds of objects in the log',
  response: z.object({ actions: z.array(z.string()), entities: z.array(z.string()) }),
})
export const auditEvents = endpoint({
  method: 'GET',
  path: '/admin/log/audit/events',
  access: ['log.read'],
  summary: 'Server-sent events: one at once, then one within a second of new rows, for ten minutes; up to five streams per account',
  response: z.object({ newest: z.int() }),
})
export const adminGetAudit = endpoint({
  method: 'GET',
  path: '/admin/log/audit/:id',
  access: ['log.read', 'members.read'],
  summary: 'One entry with its changes, field by field',
  response: z.object({ entry: AuditEntry, changes: z.array(FieldChange) }),
})
