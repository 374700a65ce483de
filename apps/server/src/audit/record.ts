import { type Actor, refuseOwnBenefit } from '../actor.ts'
import type { Tx } from '../db/client.ts'
import { auditLog } from './audit.table.ts'
import { changedFields, maskSecrets } from './changed-fields.ts'
import type { BenefitOf } from './entities.ts'

export type AuditEntry = BenefitOf & {
  /** Noun and verb, such as `order.refund`. */
  action: string
  /** Of the thing; the site itself has none. */
  id?: string | number
  /** The thing before and after the change; only differences are kept. Absent: it did not exist, or no longer exists. */
  before?: object | null
  after?: object | null
  reason?: string | null
}

/** Transactions whose rows are left out: see `recordedAsOne`. */
const summed = new WeakSet<Tx>()

/** Runs verbs of a call that has one row of its own: what they record in this transaction is left out. */
export async function recordedAsOne<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  summed.add(tx)
  try {
    return await work()
  } finally {
    summed.delete(tx)
  }
}

/**
 * Records what an actor did, in the transaction that did it. Masks secrets. Writes nothing when nothing changed. Throws `staff.own_account`,
 * which undoes the change, if staff benefit from it themselves.
 */
export async function record(tx: Tx, actor: Actor, entry: AuditEntry, at: Date): Promise<void> {
  refuseOwnBenefit(actor, beneficiariesOf(entry))
  const changed = changedFields(maskSecrets(entry.before ?? null, entry.after ?? null))
  if (changed === null || summed.has(tx)) return
  await tx.insert(auditLog).values({
    at,
    actorKind: actor.kind,
    actorId: actor.accountId,
    actorName: actor.name,
    ip: actor.origin?.ip ?? null,
    device: actor.origin?.device ?? null,
    action: entry.action,
    entity: entry.entity,
    entityId: String(entry.id ?? ''),
    ...changed,
    reason: entry.reason ?? null,
  })
}

function beneficiariesOf(entry: AuditEntry): readonly number[] {
  const { beneficiary = entry.entity === 'member' ? Number(entry.id) : null } = entry
  return typeof beneficiary === 'object' ? (beneficiary ?? []) : [beneficiary]
}
