import * as contract from '@portico/contract/notices-admin'
import type { App } from '../app.ts'
import { ok, type Router, serve } from '../http/router.ts'
import { copyNotice, createNotice, deleteNotice, moveNotice, saveNotice } from './change-notices.ts'
import { findNotice, type ListedNotice, listNotices } from './list-notices.ts'
import { cleanNoticeBody } from './notice-content.ts'
import { countAudience } from './notice-readers.ts'
import { statusOf } from './notice-status.ts'

/** The console's endpoints for notices. */
export function noticeDeskRoutes(router: Router, app: App): void {
  const { database } = app
  const { db } = database
  const view = async ({ id }: { id: number }): Promise<contract.AdminNotice> => toAdminNotice(await findNotice(db, id), app.now())

  serve(router, app, contract.adminListNotices, async ({ query: { page, page_size, sort, ...asked } }) => {
    const now = app.now()
    const { items, total } = await listNotices(db, asked, { page, page_size, sort }, now)
    return { items: items.map((one) => toAdminNotice(one, now)), total, page, page_size }
  })
  serve(router, app, contract.adminPreviewNotice, async ({ body: { body, ...audience } }) => ({
    members: await countAudience(db, audience, app.now()),
    body: cleanNoticeBody(body, 'body'),
  }))
  serve(router, app, contract.adminReadNotice, ({ params }) => view(params))
  serve(router, app, contract.adminCreateNotice, async ({ caller, body }) => view(await createNotice(database, caller, body, app.now())))
  serve(router, app, contract.adminSaveNotice, async ({ caller, params: { id }, body: { version, notice, show_again: showAgain } }) =>
    view(await saveNotice(database, caller, id, { version, notice, showAgain }, app.now())),
  )
  serve(router, app, contract.adminMoveNotice, async ({ caller, params: { id }, body }) =>
    view(await moveNotice(database, caller, id, body, app.now())),
  )
  serve(router, app, contract.adminCopyNotice, async ({ caller, params: { id } }) =>
    view(await copyNotice(database, caller, id, app.now())),
  )
  serve(router, app, contract.adminDeleteNotice, async ({ caller, params: { id } }) => {
    await deleteNotice(database, caller, id, app.now())
    return ok
  })
}

function toAdminNotice({ notice, views, dismissals }: ListedNotice, now: Date): contract.AdminNotice {
  return {
    id: notice.id,
    placement: notice.placement,
    title: notice.title,
    body: notice.body,
    translations: notice.translations,
    audience: notice.audience,
    audience_ids: notice.audienceIds,
    audience_days: notice.audienceDays,
    starts_at: notice.startsAt?.toISOString() ?? null,
    ends_at: notice.endsAt?.toISOString() ?? null,
    status: statusOf(notice, now),
    version: notice.version,
    archived_at: notice.archivedAt?.toISOString() ?? null,
    updated_at: notice.updatedAt.toISOString(),
    views,
    dismissals,
  }
}
