import type { Cell } from '../http/downloads/csv.ts'
import type { WholeAct } from './list-audit.ts'

export const AUDIT_COLUMNS = [
  'id',
  'at',
  'actor_kind',
  'actor_id',
  'actor',
  'ip',
  'device',
  'action',
  'entity',
  'entity_id',
  'before',
  'after',
  'reason',
] as const

/** Audit entries as rows of text, with changes as JSON. */
export function toAuditLines(rows: WholeAct[]): Cell[][] {
  const json = (side: unknown): string | null => (side === null ? null : JSON.stringify(side))
  return rows.map((row) => [
    row.id,
    row.at,
    row.actorKind,
    row.actorId,
    row.email ?? row.actorName,
    row.ip,
    row.device,
    row.action,
    row.entity,
    row.entityId,
    json(row.before),
    json(row.after),
    row.reason,
  ])
}
