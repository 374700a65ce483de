import type { Db } from '../db/client.ts'
import { feedNodes } from './feed-source.ts'
import { dialectOf, supports } from '../formats/dialect.ts'
import { browserProxies } from '../formats/pac.ts'

/** Whether a group has a node that a browser can use without an app. */
export async function hasBrowserNodes(db: Db, groupId: number | null): Promise<boolean> {
  if (groupId === null) return false
  const dialect = dialectOf('pac')
  const nodes = (await feedNodes(db)).get(groupId) ?? []
  return browserProxies(nodes.filter((node) => supports(dialect, node.settings))).length > 0
}
