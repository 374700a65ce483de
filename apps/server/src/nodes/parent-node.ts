import { and, eq, isNull } from 'drizzle-orm'
import { type ProtocolSettings, shadowsocksKeyBytes } from '@portico/contract/protocols'
import type { Tx } from '../db/client.ts'
import { AppError } from '../errors.ts'
import { type NodeRow, nodes } from './nodes.table.ts'

/** The node that `childId` (null: a new node) may be an entrance to: one level deep, never a circle. */
export async function findParent(tx: Tx, parentId: number, childId: number | null): Promise<NodeRow> {
  const [parent] = await tx
    .select()
    .from(nodes)
    .where(and(eq(nodes.id, parentId), isNull(nodes.deletedAt)))
    .for('update')
  const refused = new AppError('node.bad_parent', { fields: { parent_id: 'node.bad_parent' } })
  if (!parent || parent.parentId !== null || parentId === childId) throw refused
  if (childId !== null) {
    const children = await tx.select({ id: nodes.id }).from(nodes).where(eq(nodes.parentId, childId)).limit(1)
    if (children.length > 0) throw refused
  }
  return parent
}

/** A child's settings with the key of its parent's process. */
export function withKeyOf(parent: ProtocolSettings, child: ProtocolSettings): ProtocolSettings {
  const isSame = parent.protocol === 'shadowsocks' && child.protocol === 'shadowsocks' && parent.cipher === child.cipher
  return isSame && shadowsocksKeyBytes(child.cipher) !== null ? { ...child, server_key: parent.server_key } : child
}

/** Gives children their parent's new key, so that they keep working. */
export async function giveKeyToChildren(tx: Tx, parentId: number, settings: ProtocolSettings): Promise<void> {
  const children = await tx.select().from(nodes).where(eq(nodes.parentId, parentId))
  for (const child of children) {
    const next = withKeyOf(settings, child.settings)
    if (next !== child.settings) await tx.update(nodes).set({ settings: next }).where(eq(nodes.id, child.id))
  }
}
