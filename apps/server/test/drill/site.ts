import type { TestApp } from '../harness.ts'
import type { ServerProcess } from '../server-process.ts'
import type { Cluster, Node } from './cluster.ts'
import type { Kind, Load } from './load.ts'

/** What the drill takes parts away from. */
export type Site = {
  t: TestApp
  cluster: Cluster
  servers: ServerProcess[]
  env: Record<string, string>
  /** Where each process keeps its files. */
  folders: string[]
  restart: (at: number, env?: Record<string, string>) => Promise<void>
}
/** `happens`: returns words for the table. */
export type Row = {
  name: string
  isShort?: true
  /** There is no load, and the row sees to its own. */
  isQuiet?: true
  /** Kinds whose first tries must all succeed. */
  spares?: Kind[]
  /** Most milliseconds from the first failed try to the last one. */
  errorMs?: number
  /** What must be there before the load. Returns how to undo it; null: it cannot be had here. */
  prepare?: (site: Site) => Promise<(() => Promise<void>) | null>
  happens: (site: Site, load: Load) => Promise<string>
}

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

export const primaryOf = async ({ cluster }: Site): Promise<Node> => {
  const found = await cluster.findPrimary()
  if (!found) throw new Error('no primary to begin with')
  return found
}
