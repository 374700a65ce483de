import * as contract from '@portico/contract/member-notes-admin'
import type { App } from '../app.ts'
import { ok, type Router, serve } from '../http/router.ts'
import { toList, toWire } from '../to-wire.ts'
import { addNote, listNotes, removeNote } from './notes.ts'

export function memberNoteRoutes(router: Router, app: App): void {
  serve(router, app, contract.adminListNotes, async ({ params }) => {
    return toList(await listNotes(app.database.db, params.id), (note) => toWire(contract.MemberNote, note))
  })
  serve(router, app, contract.adminAddNote, async ({ caller, params, body }) => {
    await addNote(app.database, caller, params.id, body.text, app.now())
    return ok
  })
  serve(router, app, contract.adminRemoveNote, async ({ caller, params }) => {
    await removeNote(app.database, caller, params.id, app.now())
    return ok
  })
}
