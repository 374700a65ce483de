import { type Actor, refuseOwnBenefit } from '../actor.ts'
import type { Tx } from '../db/client.ts'
import { auditLog } from './audit.table.ts'
import { changedFields, maskSecrets } from './changed-fields.ts'
import type { BenefitOf } from './entities.ts'
import { holdPersonal } from './hold-personal.ts'

export type AuditEntry = BenefitOf & {
  /** Noun and verb, such as `order.refund`. */
  action: string
  /** Id of the thing; absent for the site itself. */
  id?: string | number
  /** The thing before and after the change; only differences are kept. Absent: it did not exist, or no longer exists. */
  before?: object | null
  after?: object | null
  reason?: string | null
}

/** Transactions whose rows are left out: see `recordedAsOne`. */
const summed = new WeakSet<Tx>()

/** Runs verbs of a call that writes one audit row itself; rows of the verbs in this transaction are not written. */
export async function recordedAsOne<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  summed.add(tx)
  try {
    return await work()
  } finally {
    summed.delete(tx)
  }
}

/**
 * Writes the audit row of a change, in its transaction. Masks secrets; writes nothing if nothing changed. Throws `staff.own_account`, which
 * undoes the change, if the acting staff gain from it.
 */
export async function record(tx: Tx, actor: Actor, entry: AuditEntry, at: Date): Promise<void> {
  refuseOwnBenefit(actor, beneficiariesOf(entry))
  const changed = changedFields(maskSecrets(entry.before ?? null, entry.after ?? null))
  if (changed === null || summed.has(tx)) return
  const { kind: actorKind, accountId: actorId, name: actorName, origin } = actor
  const { action, entity, reason = null } = entry
  const by = { actorKind, actorId, actorName, ip: origin?.ip ?? null, device: origin?.device ?? null }
  const row = { at, ...by, action, entity, entityId: String(entry.id ?? ''), ...changed, reason }
  // A change of settings can be restored from its row, and the site's own addresses are nobody's.
  if (entity === 'settings') await tx.insert(auditLog).values(row)
  else await tx.insert(auditLog).values(await holdPersonal(tx, row, whoseOf(actor, entry)))
}

function whoseOf({ kind, accountId }: Actor, { entity, id }: AuditEntry): { memberId: number | null; actorId: number | null } {
  return { memberId: entity === 'member' && id !== undefined ? Number(id) : null, actorId: kind === 'member' ? accountId : null }
}

function beneficiariesOf(entry: AuditEntry): readonly number[] {
  const { beneficiary = entry.entity === 'member' ? Number(entry.id) : null } = entry
  return typeof beneficiary === 'object' ? (beneficiary ?? []) : [beneficiary]
}
