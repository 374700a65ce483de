/** How new profiles treat nodes that are down: left out, with a mark before the name, or unchanged. */
export type OfflineInLinks = 'leave_out' | 'mark' | 'keep'

const MARK = '⚠️ '

/** The nodes of one group for a new profile. When all are down all stay, because an empty profile would be worse. */
export function offeredNodes<T extends { name: string; isOffline: boolean }>(nodes: T[], mode: OfflineInLinks): T[] {
  if (mode === 'mark') return nodes.map((node) => (node.isOffline ? { ...node, name: MARK + node.name } : node))
  if (mode === 'keep' || nodes.every((node) => node.isOffline)) return nodes
  return nodes.filter((node) => !node.isOffline)
}
