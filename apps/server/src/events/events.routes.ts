import * as contract from '@portico/contract/events'
import type { App } from '../app.ts'
import { ok, type Router, serve } from '../http/router.ts'
import { type ListedEvent, listEvents, markRead } from './list-events.ts'

export function eventRoutes(router: Router, app: App): void {
  const { db } = app.database

  serve(router, app, contract.listEvents, async ({ caller, query: { page, page_size, unread: filter } }) => {
    const { items, total, unread } = await listEvents(db, caller.accountId, { page, page_size, unread: filter === 'true' })
    return { items: items.map(toEvent), total, page, page_size, unread }
  })

  serve(router, app, contract.markEventsRead, async ({ caller, body }) => {
    await markRead(db, caller, 'ids' in body ? body : { upTo: body.up_to }, app.now())
    return ok
  })
}

function toEvent({ id, createdAt, readAt, endedAt, content }: ListedEvent): contract.MemberEvent {
  return {
    id,
    created_at: createdAt.toISOString(),
    read_at: readAt?.toISOString() ?? null,
    ended_at: endedAt?.toISOString() ?? null,
    ...content,
  }
}
