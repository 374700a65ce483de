import * as contract from '@portico/contract/events'
import type { App } from '../app.ts'
import type { Language } from '@portico/contract/translations'
import { ok, type Router, serve } from '../http/router.ts'
import { inLanguage } from '../in-language.ts'
import { type ListedEvent, listEvents, markRead } from './list-events.ts'

export function eventRoutes(router: Router, app: App): void {
  const { db } = app.database

  serve(router, app, contract.listEvents, async ({ caller, origin: { language }, query: { page, page_size, unread: filter } }) => {
    const { items, total, unread } = await listEvents(db, caller.accountId, { page, page_size, unread: filter === 'true' })
    return { items: items.map((event) => toEvent(event, language)), total, page, page_size, unread }
  })

  serve(router, app, contract.markEventsRead, async ({ caller, body }) => {
    await markRead(db, caller, 'ids' in body ? body : { upTo: body.up_to }, app.now())
    return ok
  })
}

function toEvent({ id, createdAt, readAt, endedAt, content }: ListedEvent, language: Language): contract.MemberEvent {
  return {
    id,
    created_at: createdAt.toISOString(),
    read_at: readAt?.toISOString() ?? null,
    ended_at: endedAt?.toISOString() ?? null,
    ...(content.type === 'outage_compensation' ? { ...content, data: inLanguage(content.data, language) } : content),
  }
}
