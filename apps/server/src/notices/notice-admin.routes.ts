import * as contract from '@portico/contract/notices-admin'
import type { App } from '../app.ts'
import { type Router, serve } from '../http/router.ts'
import { toPage, toWire } from '../to-wire.ts'
import { copyNotice, createNotice, deleteNotice, moveNotice, saveNotice } from './change-notices.ts'
import { findNotice, type ListedNotice, listNotices } from './list-notices.ts'
import { cleanNoticeBody } from './notice-content.ts'
import { countAudience } from './notice-readers.ts'
import { statusOf } from './notice-status.ts'

/** The console's endpoints for notices. */
export function noticeAdminRoutes(router: Router, app: App): void {
  const { database } = app
  const { db } = database
  const view = async ({ id }: { id: number }): Promise<contract.AdminNotice> => toAdminNotice(await findNotice(db, id), app.now())

  serve(router, app, contract.adminListNotices, async ({ query: { page, page_size, sort, ...asked } }) => {
    const now = app.now()
    return toPage(await listNotices(db, asked, { page, page_size, sort }, now), { page, page_size }, (one) => toAdminNotice(one, now))
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
  serve(router, app, contract.adminDeleteNotice, ({ caller, params: { id } }) => deleteNotice(database, caller, id, app.now()))
}

function toAdminNotice({ notice, views, dismissals }: ListedNotice, now: Date): contract.AdminNotice {
  return toWire(contract.AdminNotice, { ...notice, status: statusOf(notice, now), views, dismissals })
}
