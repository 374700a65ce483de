import * as member from '@portico/contract/files'
import * as contract from '@portico/contract/files-admin'
import type { App } from '../app.ts'
import { foundRow } from '../errors.ts'
import { type Router, serve } from '../http/router.ts'
import { sendStored } from '../http/static/send-stored.ts'
import { toList, toPage, toWire } from '../to-wire.ts'
import { changeFile, deleteFile, deleteFiles, moveFiles } from './change-files.ts'
import { changeFolder, createFolder, deleteFolder, type ListedFolder, listFolders } from './folders.ts'
import { findFile, type ListedFile, listFiles, usesOf } from './list-files.ts'
import { removeAvatar, storeAvatar, storeFile } from './store-file.ts'
import { fileUrl, findStored, readStored, thumbnailUrl } from './stored-bytes.ts'
import { testStorage } from './test-storage.ts'

export function fileRoutes(router: Router, app: App): void {
  const { database } = app
  const { db } = database
  const one = async (id: number): Promise<contract.AdminFile> => toFile(await findFile(db, id))
  const folder = async (id: number): Promise<contract.FileFolder> => toFolder(foundRow(await listFolders(db, id)))

  router.get('/files/:name', async (c) => {
    const found = await findStored(app, c.req.param('name'))
    return found ? sendStored(c, found, (range) => readStored(app, found.name, range)) : c.notFound()
  })

  serve(router, app, contract.adminListFiles, async ({ query }) => toPage(await listFiles(db, query, query), query, toFile))
  serve(router, app, contract.adminUploadFile, async ({ caller, query, withFile }) => {
    const stored = await withFile((file) => storeFile(app, caller, query.folder_id || null, file))
    return one(stored.id)
  })
  serve(router, app, contract.adminMoveFiles, async ({ caller, body }) => {
    return { changed: await moveFiles(database, caller, body.ids, body.folder_id, app.now()) }
  })
  serve(router, app, contract.adminDeleteFiles, async ({ caller, body }) => {
    return { changed: await deleteFiles(app, caller, body.ids) }
  })
  serve(router, app, contract.adminTestStorage, async () => ({ result: await testStorage(app) }))
  serve(router, app, contract.adminUpdateFile, async ({ caller, params, body }) => {
    await changeFile(database, caller, params.id, body, app.now())
    return one(params.id)
  })
  serve(router, app, contract.adminDeleteFile, ({ caller, params }) => deleteFile(app, caller, params.id))
  serve(router, app, contract.adminListFileUses, async ({ params }) => {
    const { uses } = await findFile(db, params.id)
    return { items: await usesOf(db, [params.id]), total: uses }
  })

  serve(router, app, contract.adminListFolders, async () => toList(await listFolders(db), toFolder))
  serve(router, app, contract.adminCreateFolder, async ({ caller, body }) => {
    return folder(await createFolder(database, caller, body, app.now()))
  })
  serve(router, app, contract.adminUpdateFolder, async ({ caller, params, body }) => {
    await changeFolder(database, caller, params.id, body, app.now())
    return folder(params.id)
  })
  serve(router, app, contract.adminDeleteFolder, ({ caller, params }) => deleteFolder(database, caller, params.id, app.now()))

  serve(router, app, member.uploadAvatar, async ({ caller, withFile }) => {
    await app.limits.avatarsByAccount.take(String(caller.accountId))
    return { avatar: fileUrl(await withFile((file) => storeAvatar(app, caller, file))) }
  })
  serve(router, app, member.removeAvatar, ({ caller }) => removeAvatar(app, caller))
}

function toFile({ file, uses, owner }: ListedFile): contract.AdminFile {
  return toWire(contract.AdminFile, { ...file, url: fileUrl(file), thumbnailUrl: thumbnailUrl(file), uses, uploadedBy: owner })
}

function toFolder({ folder, files }: ListedFolder): contract.FileFolder {
  return toWire(contract.FileFolder, { ...folder, files })
}
