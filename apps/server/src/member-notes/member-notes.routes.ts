import * as contract from '@portico/contract/member-notes-admin'
import type { App } from '../app.ts'
import { ok, type Router, serve } from '../http/router.ts'
import { addNote, listNotes, removeNote } from './notes.ts'

export function memberNoteRoutes(router: Router, app: App): void {
  serve(router, app, contract.adminListNotes, async ({ params }) => {
    const rows = await listNotes(app.database.db, params.id)
    return { items: rows.map(({ id, text, author, at }) => ({ id, text, author, at: at.toISOString() })), total: rows.length }
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
