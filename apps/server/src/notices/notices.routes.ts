import * as contract from '@portico/contract/notices'
import type { App } from '../app.ts'
import { ok, type Router, serve } from '../http/router.ts'
import { toList } from '../to-wire.ts'
import { dismissNotices, markNoticesSeen } from './mark-notices.ts'
import { shownNotices } from './read-notices.ts'
import { toNotice } from './wire.ts'

export function noticeRoutes(router: Router, app: App): void {
  const { db, transaction } = app.database

  serve(router, app, contract.listNotices, async ({ caller, origin: { language } }) => {
    return toList(await shownNotices(db, caller.accountId, language, app.now()), (one) => toNotice(one, language))
  })
  serve(router, app, contract.markNoticesSeen, async ({ caller, body: { ids } }) => {
    await transaction((tx) => markNoticesSeen(tx, caller.accountId, ids, app.now()))
    return ok
  })
  serve(router, app, contract.dismissNotices, async ({ caller, body: { ids, read = true } }) => {
    await transaction((tx) => dismissNotices(tx, caller.accountId, { ids, read }, app.now()))
    return ok
  })
}
