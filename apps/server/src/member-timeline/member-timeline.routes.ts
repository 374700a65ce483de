import { adminMemberTimeline, TimelineEntry } from '@portico/contract/member-timeline-admin'
import type { App } from '../app.ts'
import { type Router, serve } from '../http/router.ts'
import { toWire } from '../to-wire.ts'
import { readTimeline } from './read-timeline.ts'

export function memberTimelineRoutes(router: Router, app: App): void {
  serve(router, app, adminMemberTimeline, async ({ caller, params, query, origin }) => {
    const { kind, before, page_size: size } = query
    const { items, next } = await readTimeline(app.database.db, caller, params.id, { kind, before, size, language: origin.language })
    return { items: items.map((entry) => toWire(TimelineEntry, entry)), next }
  })
}
