import { namedInAudit } from '../additions.ts'
import type { Noun } from '../noun.ts'
import { linkRoutes } from './links.routes.ts'
import { linkSources } from './links.table.ts'

export const linksNoun: Noun = {
  routes: [linkRoutes],
  adds: [namedInAudit.with({ entity: 'link_source', table: linkSources, id: linkSources.id, name: linkSources.name })],
}
