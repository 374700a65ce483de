import type { NodeAlias } from '@portico/contract/node-aliases'
import { asc, eq } from 'drizzle-orm'
import type { Db, Tx } from '../../db/client.ts'
import { isUniqueViolation, orRefuse } from '../../db/sql-errors.ts'
import { AppError } from '../../errors.ts'
import { nodeAliases } from './aliases.table.ts'

/** Gives a node these names of an old panel, in place of those it had. Throws `node.alias_taken` if another node has one of them. */
export async function setAliases(tx: Tx, nodeId: number, aliases: readonly NodeAlias[]): Promise<void> {
  await tx.delete(nodeAliases).where(eq(nodeAliases.nodeId, nodeId))
  if (aliases.length === 0) return
  const refusal = new AppError('node.alias_taken', { fields: { aliases: 'node.alias_taken' } })
  const storing = tx.insert(nodeAliases).values(aliases.map(({ type, code }) => ({ nodeId, type, code })))
  await orRefuse(storing, (error) => isUniqueViolation(error, 'node_aliases_name'), refusal)
}

/** A node's names of an old panel, by type and code. */
export function aliasesOf(db: Db, nodeId: number): Promise<NodeAlias[]> {
  const { type, code } = nodeAliases
  return db.select({ type, code }).from(nodeAliases).where(eq(nodeAliases.nodeId, nodeId)).orderBy(asc(type), asc(code))
}
