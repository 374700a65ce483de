/** What becomes of nodes that are down in new profiles: left out, with a mark before the name, or as if nothing were. */
export type OfflineInLinks = 'leave_out' | 'mark' | 'keep'

const MARK = '⚠️ '

/** The nodes of one group as a new profile has them. Where all are down all stay: an empty profile is the deader end. */
export function offeredNodes<T extends { name: string; isOffline: boolean }>(nodes: T[], mode: OfflineInLinks): T[] {
  if (mode === 'mark') return nodes.map((node) => (node.isOffline ? { ...node, name: MARK + node.name } : node))
  if (mode === 'keep' || nodes.every((node) => node.isOffline)) return nodes
  return nodes.filter((node) => !node.isOffline)
}
