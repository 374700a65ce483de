import * as admin from '@portico/contract/disputes-admin'
import type { App } from '../app.ts'
import { type Router, serve } from '../http/router.ts'
import { toPage, toWire } from '../to-wire.ts'
import { type DisputeOf, findDispute, listDisputes } from './list-disputes.ts'
import { noteDispute } from './note-dispute.ts'

export function disputeRoutes(router: Router, app: App): void {
  const { database } = app
  const { db } = database

  serve(router, app, admin.adminListDisputes, async ({ query }) => toPage(await listDisputes(db, query.state, query), query, toDispute))
  serve(router, app, admin.adminNoteDispute, async ({ caller, params, body }) => {
    await noteDispute(database, caller, params.id, body.note, app.now())
    return toDispute(await findDispute(db, params.id))
  })
}

function toDispute({ dispute, taken, ...around }: DisputeOf): admin.Dispute {
  return toWire(admin.Dispute, {
    ...dispute,
    ...around,
    withdrawnAt: taken?.receivedAt ?? null,
    restoredAt: taken?.restoredAt ?? null,
    valueAmount: taken?.valueAmount ?? 0,
    debtAmount: taken?.debtAmount ?? 0,
    lossAmount: taken?.lossAmount ?? 0,
  })
}
