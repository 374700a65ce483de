import * as contract from '@portico/contract/notices'
import type { App } from '../app.ts'
import { type Router, serve } from '../http/router.ts'
import { toList } from '../to-wire.ts'
import { dismissNotices, markNoticesSeen } from './mark-notices.ts'
import { shownNotices } from './read-notices.ts'
import { toNotice } from './wire.ts'

export function noticeRoutes(router: Router, app: App): void {
  const { db, transaction } = app.database

  serve(router, app, contract.listNotices, async ({ caller, origin: { language } }) => {
    return toList(await shownNotices(db, caller.accountId, language, app.now()), (one) => toNotice(one, language))
  })
  serve(router, app, contract.markNoticesSeen, ({ caller, body: { ids } }) =>
    transaction((tx) => markNoticesSeen(tx, caller.accountId, ids, app.now())),
  )
  serve(router, app, contract.dismissNotices, ({ caller, body: { ids, read = true } }) =>
    transaction((tx) => dismissNotices(tx, caller.accountId, { ids, read }, app.now())),
  )
}
