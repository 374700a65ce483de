import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { FileType, MAX_FILE_BYTES } from './files.ts'
import { NumberText, pageOf, pageQuery, Time } from './paging.ts'
import { NameOrAddress } from './personal.ts'

/** How many files one call may change. */
export const MAX_FILES_AT_ONCE = 100
/** How deep folders may be nested. */
export const MAX_FOLDER_DEPTH = 6

const Name = z.string().check(z.trim(), z.minLength(1), z.maxLength(120))
const FolderName = z.string().check(z.trim(), z.minLength(1), z.maxLength(60))
/** Id of a folder; null: the top folder. */
const FolderId = z.nullable(z.int())
export const FileNaming = z.object({ name: Name })
export const FolderNaming = z.object({ name: FolderName })
const Ids = z.array(z.int()).check(z.minLength(1), z.maxLength(MAX_FILES_AT_ONCE))

export const AdminFile = z.object({
  id: z.int(),
  /** Random part of the file's address; texts that use the file contain it. */
  key: z.string(),
  name: z.string(),
  type: FileType,
  /** Bytes as stored. */
  size: z.int(),
  /** Pixels; null: the file is not a picture. */
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  folder_id: FolderId,
  /** Path on this site, such as /files/….webp. */
  url: z.string(),
  /** Path of a small copy, or of the picture itself if it is small; null: the file is not a picture. */
  thumbnail_url: z.nullable(z.string()),
  /** Number of texts that use the file. */
  uses: z.int(),
  /** Who uploaded the file; null: the account is gone. */
  uploaded_by: z.nullable(NameOrAddress),
  created_at: Time,
})
export type AdminFile = z.infer<typeof AdminFile>

/** A text that uses a file. `noun` says what it is, such as `article`. */
export const FileUse = z.object({ noun: z.string(), id: z.int(), title: z.string() })
export type FileUse = z.infer<typeof FileUse>

export const FileFolder = z.object({ id: z.int(), parent_id: FolderId, name: z.string(), files: z.int() })
export type FileFolder = z.infer<typeof FileFolder>

export const adminListFiles = endpoint({
  method: 'GET',
  path: '/admin/files',
  access: ['content.write'],
  summary: 'Files of one folder or of all, newest first; sort by created_at, name or size',
  query: z.object({
    ...pageQuery,
    /** Id of a folder, 0 for the top folder; absent: files of all folders. */
    folder_id: z.optional(NumberText),
    /** Matches part of a file's name. */
    q: z.optional(z.string().check(z.maxLength(100))),
    /** true: only pictures. */
    pictures: z.optional(z.literal('true')),
  }),
  response: pageOf(AdminFile),
})
export const adminUploadFile = endpoint({
  method: 'POST',
  path: '/admin/files',
  access: ['content.write'],
  summary: 'Upload a picture, a PDF or a ZIP archive; pictures are stored as WebP, 2,560 pixels at most',
  upload: true,
  maxBytes: MAX_FILE_BYTES,
  query: z.object({ folder_id: z.optional(NumberText) }),
  response: AdminFile,
})
export const adminUpdateFile = endpoint({
  method: 'PATCH',
  path: '/admin/files/:id',
  access: ['content.write'],
  summary: 'Rename a file, or move it to another folder',
  body: z.object({ name: z.optional(Name), folder_id: z.optional(FolderId) }),
  response: AdminFile,
})
/** Deletes a file. `file.in_use` with `details.uses` while a text uses it. */
export const adminDeleteFile = endpoint({
  method: 'DELETE',
  path: '/admin/files/:id',
  access: ['content.write'],
  summary: 'Delete a file that no text uses',
})
export const adminListFileUses = endpoint({
  method: 'GET',
  path: '/admin/files/:id/uses',
  access: ['content.write'],
  summary: 'Where a file is used, 100 places at most',
  response: z.object({ items: z.array(FileUse), total: z.int() }),
})
export const adminMoveFiles = endpoint({
  method: 'POST',
  path: '/admin/files/move',
  access: ['content.write'],
  summary: 'Move several files to a folder',
  body: z.object({ ids: Ids, folder_id: FolderId }),
  response: z.object({ changed: z.int() }),
})
/** Deletes all files or none. `file.in_use` with `details.uses` while a text uses one of them. */
export const adminDeleteFiles = endpoint({
  method: 'POST',
  path: '/admin/files/delete',
  access: ['content.write'],
  summary: 'Delete several files that no text uses',
  body: z.object({ ids: Ids }),
  response: z.object({ changed: z.int() }),
})

const folders = '/admin/file-folders'
export const adminListFolders = endpoint({
  method: 'GET',
  path: folders,
  access: ['content.write'],
  summary: 'All folders by name, with the number of files directly in each',
  response: z.object({ items: z.array(FileFolder), total: z.int() }),
})
export const adminCreateFolder = endpoint({
  method: 'POST',
  path: folders,
  access: ['content.write'],
  summary: 'Create a folder',
  body: z.object({ name: FolderName, parent_id: FolderId }),
  response: FileFolder,
})
export const adminUpdateFolder = endpoint({
  method: 'PATCH',
  path: `${folders}/:id`,
  access: ['content.write'],
  summary: 'Rename a folder, or move it with all it holds',
  body: z.object({ name: z.optional(FolderName), parent_id: z.optional(FolderId) }),
  response: FileFolder,
})
export const adminDeleteFolder = endpoint({
  method: 'DELETE',
  path: `${folders}/:id`,
  access: ['content.write'],
  summary: 'Delete an empty folder',
})

/**
 * Result of testing the S3 storage. `refused`: wrong key, or no right to the bucket. `not_set`: files are on disk, or a setting is missing.
 */
export const StorageTest = z.enum(['works', 'refused', 'no_bucket', 'unreachable', 'not_set'])
export type StorageTest = z.infer<typeof StorageTest>
export const adminTestStorage = endpoint({
  method: 'POST',
  path: '/admin/files/storage/test',
  access: ['settings.security'],
  summary: 'Store, read and remove a small object in the bucket that is set',
  response: z.object({ result: StorageTest }),
})
