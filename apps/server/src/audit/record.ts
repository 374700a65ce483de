import type { Db } from '../db/client.ts'
import { auditLog } from './audit.table.ts'

// A member's uuid is what he proves himself with at the nodes.
const SECRET = /password|secret|key|token|config|uuid/i

/** Writes down what an operator did, in the transaction that did it. Values of secret-looking fields are masked. */
export async function record(
  db: Db,
  entry: { actorId: number; action: string; target: string; before?: unknown; after?: unknown; at: Date },
): Promise<void> {
  await db.insert(auditLog).values({ ...entry, before: mask(entry.before), after: mask(entry.after) })
}

function mask(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(mask)
  if (value === null || typeof value !== 'object' || value instanceof Date) return value ?? null
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, SECRET.test(key) ? '***' : mask(inner)]))
}
