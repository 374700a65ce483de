import * as contract from '@portico/contract/member-notes-admin'
import type { App } from '../app.ts'
import { type Router, serve } from '../http/router.ts'
import { toList, toWire } from '../to-wire.ts'
import { addNote, listNotes, removeNote } from './notes.ts'

export function memberNoteRoutes(router: Router, app: App): void {
  serve(router, app, contract.adminListNotes, async ({ params }) => {
    return toList(await listNotes(app.database.db, params.id), (note) => toWire(contract.MemberNote, note))
  })
  serve(router, app, contract.adminAddNote, ({ caller, params, body }) => addNote(app.database, caller, params.id, body.text, app.now()))
  serve(router, app, contract.adminRemoveNote, ({ caller, params }) => removeNote(app.database, caller, params.id, app.now()))
}
