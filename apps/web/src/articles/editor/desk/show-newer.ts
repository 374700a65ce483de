import { adminReadVersion } from '@portico/contract/article-versions-admin'
import { call } from '../../../api/call.ts'
import type { Desk } from './desk.ts'

/** Shows how the newest version, saved by somebody else, differs from the desk. */
export async function showNewer(desk: Desk): Promise<void> {
  const { article } = desk.state.get()
  if (!article) return
  const { number, by, at, content } = await call(adminReadVersion, { params: { id: article.id, number: article.version } })
  desk.setNewer({ number, by, at, content })
}
